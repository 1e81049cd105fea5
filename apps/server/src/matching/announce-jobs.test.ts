import { afterAll, beforeAll, expect, it } from 'vitest';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { startAnnouncing } from './announce-matches.ts';

const MINUTE_MS = 60_000;
/** Time in milliseconds by which the test's clock advances for a run of the job. */
const RUN_MS = 1_000;
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });

let test: TestApp;
let late: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  late = await joinTestApp(test, { config });
});
afterAll(async () => {
  await late.close();
  await test.close();
});

const ringAlerts = async ({ teacher: { token } }: Wisher) =>
  (await late.call({ url: '/api/alerts', token })).json().data.alerts.filter(({ kind }) => kind === 'ring');

/**
 * Runs the job. During its pauses only the test's clock advances. @returns the first time after a run at which the condition is true, or
 * the limit.
 */
async function announceUntil(holds: () => Promise<boolean>, limit: Date): Promise<Date> {
  const announced = Promise.withResolvers<Date>();
  const stop = startAnnouncing({
    db: test.database.db,
    graph: test.graph,
    config,
    now: () => test.clock.now,
    onError: announced.reject,
    pause: async (milliseconds, stopping) => {
      if (stopping.aborted) return;
      const isOver = await holds().catch(announced.reject);
      if (isOver || test.clock.now >= limit) announced.resolve(test.clock.now);
      test.clock.now = new Date(test.clock.now.getTime() + milliseconds + RUN_MS);
    },
  });
  try {
    return await announced.promise;
  } finally {
    await stop();
  }
}

it('a ring is announced within a minute after the waiting time since it closed', async () => {
  let ring: readonly Wisher[] = [];
  let closedAt = 0;
  const at = await announceUntil(
    async () => {
      const [first] = ring;
      if (first !== undefined) return (await ringAlerts(first)).length > 0;
      // The ring closes after a run, so the job sees the offer only after the next pause.
      ring = await ringOfThree(late, 'History');
      closedAt = test.clock.now.getTime();
      return false;
    },
    new Date(test.clock.now.getTime() + 4 * config.announceAfterMinutes * MINUTE_MS),
  );
  const waited = (at.getTime() - closedAt) / MINUTE_MS;
  expect(waited).toBeGreaterThanOrEqual(config.announceAfterMinutes);
  expect(waited).toBeLessThanOrEqual(config.announceAfterMinutes + 1);
  expect(
    await Promise.all(ring.map(async (who) => (await ringAlerts(who)).map(({ message }) => message))),
  ).toEqual([
    [expect.stringMatching(/^A ring of 3 is complete: you can move to Danapur, Patna,/)],
    [expect.stringMatching(/you can move to Amnour, Saran,/)],
    [expect.stringMatching(/you can move to Bodh Gaya, Gaya,/)],
  ]);
});
