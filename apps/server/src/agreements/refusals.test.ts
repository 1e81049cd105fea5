import { ROUND_REFUSALS_A_DAY } from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, makeReady } from '../../test/testing/agreements.ts';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAll } from './deadlines.ts';
import { planRunningAgain } from './rounds.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function waitingFor({ teacher }: Wisher): Promise<string[]> {
  const response = await test.call({ url: '/api/agreements?waiting=true', token: teacher.token });
  return response.json().agreements.map(({ _id }) => _id);
}

async function planAgain(): Promise<void> {
  await planRunningAgain(test.database.db, test.clock.now);
  await followAll({ db: test.database.db, now: () => test.clock.now });
}

/** Refuses the open proposals, and becomes ready again before the next plan. @returns the number of proposals. */
async function refuse(refuser: Wisher): Promise<number> {
  const open = await waitingFor(refuser);
  for (const id of open) await answer(test, refuser, id, 'no');
  await makeReady(test, [refuser]);
  await test.settled();
  await planAgain();
  return open.length;
}

it('a round leaves out a teacher who refuses and becomes ready again, until a day after the third refusal', async () => {
  const ring = await ringOfThree(test, 'Urdu');
  const [refuser] = ring;
  await makeReady(test, ring);
  const { token } = await makeAdministrator(test);
  await test.call({ method: 'POST', url: '/api/admin/rounds', body: {}, token });
  await test.settled();
  for (let refusal = 1; refusal <= ROUND_REFUSALS_A_DAY; refusal += 1) expect(await refuse(refuser)).toBe(1);
  for (const member of ring) expect(await waitingFor(member)).toEqual([]);

  test.clock.now = new Date(test.clock.now.getTime() + MILLISECONDS_A_DAY + 1);
  await planAgain();
  for (const member of ring) expect(await waitingFor(member)).toHaveLength(1);
});
