import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, makeReady, seen } from '../../test/testing/agreements.ts';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
  ring = await ringOfThree(test, 'Urdu');
});
afterAll(() => test.close());

async function waitingFor({ teacher }: Wisher) {
  const response = await test.call({ url: '/api/agreements?waiting=true', token: teacher.token });
  return response.json().agreements;
}

/** Starts a round over the ring, and returns the id of the agreement that its members say yes to. */
async function agreeInRound(): Promise<string> {
  await makeReady(test, ring);
  const { token } = await makeAdministrator(test);
  await test.call({ method: 'POST', url: '/api/admin/rounds', body: {}, token });
  await test.settled();
  const [proposal] = await waitingFor(ring[0]);
  for (const member of ring) await answer(test, member, proposal?._id ?? '', 'yes');
  return proposal?._id ?? '';
}

it('a round plans again without the member who left its agreement, and forgets their yes', async () => {
  const id = await agreeInRound();
  const [leaver] = ring;
  await test.call({
    method: 'POST',
    url: `/api/agreements/${id}/leave`,
    body: {},
    token: leaver.teacher.token,
  });
  await test.settled();
  expect((await seen(test, ring[1], id)).state).toBe('broken');
  for (const member of ring) expect(await waitingFor(member)).toEqual([]);

  const stayed = ring.slice(1).map(({ requestId }) => requestId);
  const { db } = test.database;
  const rows = await db
    .selectFrom('requests')
    .select(['id', 'ready_until'])
    .where('id', 'in', stayed)
    .execute();
  expect(rows.every(({ ready_until }) => ready_until !== null)).toBe(true);
  const remembered = await db
    .selectFrom('remembered_yes')
    .selectAll()
    .where('user_id', '=', leaver.teacher.user._id)
    .execute();
  expect(remembered).toEqual([]);
});
