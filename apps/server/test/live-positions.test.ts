import { type LiveChanges, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsIn, listen, positionIn } from './testing/events.ts';
import type { TestTeacher } from './testing/factories.ts';
import { type Wisher, wish } from './testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from './testing/test-app.ts';

/** Two server processes on one database. */
let first: TestApp;
let second: TestApp;
let reader: Wisher;

const GAYA = { district: 'Gaya', block: 'Bodh Gaya' };
const PATNA = { district: 'Patna', block: 'Danapur' };
const SARAN = { district: 'Saran', block: 'Amnour' };
const ofSubject = { registration: { subject: 'Urdu' } };

beforeAll(async () => {
  first = await startTestApp();
  second = await joinTestApp(first);
  reader = await wish(first, [GAYA, PATNA], ofSubject);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Waits until all consequences of earlier calls are done, and both processes have seen them. */
async function settled(): Promise<void> {
  for (const on of [first, second]) {
    await on.settled();
    await on.graph.caughtUp();
  }
}

async function change({ token }: TestTeacher, method: 'PUT' | 'DELETE', path: string, body?: object) {
  const response = await first.call({ method, url: `/api${path}`, token, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

const ask = async (on: TestApp, since: number | string) => {
  const token = reader.teacher.token;
  return (await on.call({ url: `/api/live?since=${since}`, token })).json<LiveChanges>();
};

/**
 * Returns the position of a response to the reader, after all earlier changes. An open transaction of another test on
 * the same PostgreSQL delays positions; changes after them would be delivered twice, so this waits for a quiet moment.
 */
async function positionOfAnswer(on = second): Promise<number> {
  let position = 0;
  const isQuiet = async () => {
    await settled();
    const { headers } = await on.call({ url: '/api/requests/my', token: reader.teacher.token });
    position = Number(headers['live-position']);
    return (await ask(on, position)).kinds;
  };
  await expect.poll(isQuiet, { timeout: 60_000 }).toEqual([]);
  return position;
}

describe('a screen that sends the position of its first response', () => {
  it('receives the changes before its stream was opened, from either process', async () => {
    const since = await positionOfAnswer(first);
    await wish(first, [PATNA, SARAN], ofSubject);
    await settled();
    const stream = await listen(second, reader.teacher.token, {}, since);
    await stream.told('matches', 'rings');
    expect(eventsIn(stream.text())[0]).not.toContain('account');
    stream.leave();
  });

  it('receives nothing if no change concerns it', async () => {
    const since = await positionOfAnswer();
    await wish(first, [PATNA, SARAN], { registration: { subject: 'Music' } });
    await settled();
    const { kinds, position } = await ask(second, since);
    expect(kinds).toEqual([]);
    expect(position).toBeGreaterThanOrEqual(since);
  });

  it('receives changes without a stream, once, by a call without events', async () => {
    const since = await positionOfAnswer();
    await change(reader.teacher, 'PUT', '/auth/privacy', {
      privacySettings: { ...nothingHidden, hidePhone: true },
    });
    await settled();
    const received = await ask(second, since);
    expect(received.kinds).toEqual([...liveKinds]);
    expect(await positionOfAnswer()).toBeGreaterThan(since);
  });

  it('continues from the last event after its stream was interrupted', async () => {
    const since = await positionOfAnswer();
    const stream = await listen(second, reader.teacher.token, {}, since);
    const other = await wish(first, [PATNA, SARAN], ofSubject);
    await stream.told('matches');
    const cutAt = positionIn(stream.text()) ?? 0;
    stream.leave();
    await change(other.teacher, 'DELETE', `/requests/${other.requestId}`);
    await settled();
    const again = await listen(second, reader.teacher.token, {}, cutAt);
    await again.told('matches', 'rings');
    again.leave();
  });

  it('receives changes from a process that started in the meantime', async () => {
    const since = await positionOfAnswer();
    await wish(first, [PATNA, SARAN], ofSubject);
    const started = await joinTestApp(first);
    await started.graph.caughtUp();
    expect((await ask(started, since)).kinds).toEqual(expect.arrayContaining(['matches', 'rings']));
    expect(await positionOfAnswer(started)).toBeGreaterThan(since);
    await started.close();
  });

  it('is told to reload everything within a minute if its position is too old, or of another database', async () => {
    for (const since of [0, 999_999_999_999]) {
      expect(await ask(second, since)).toEqual({
        kinds: [...liveKinds],
        position: expect.any(Number),
        spreadSeconds: 60,
      });
    }
    const stream = await listen(second, reader.teacher.token, {}, 0);
    await stream.told(...liveKinds);
    expect(stream.text()).toContain('"spreadSeconds":60');
    stream.leave();
  });

  it('is refused if the position is invalid', async () => {
    const token = reader.teacher.token;
    for (const since of ['', '-1', 'now']) {
      expect((await first.call({ url: `/api/live?since=${since}`, token })).statusCode).toBe(400);
    }
  });
});
