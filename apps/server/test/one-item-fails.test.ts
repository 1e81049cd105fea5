import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followAll } from '../src/agreements/deadlines.ts';
import { announceDue } from '../src/matching/announce-matches.ts';
import { expireRequests } from '../src/people/requests-by-clock.ts';
import { readConfig } from '../src/platform/config.ts';
import { proposed, removeEveryone } from './testing/agreements.ts';
import { makeAdministrator } from './testing/factories.ts';
import { failFor } from './testing/fail-for.ts';
import { ringOfThree, steps, wish } from './testing/ring-of-three.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FAILS = { message: '1 failed, first: this row cannot be changed' };

let test: TestApp;

beforeAll(async () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  test = await startTestApp(() => ({ config }));
});
beforeEach(() => removeEveryone(test));
afterAll(() => test.close());

function wait(milliseconds: number): void {
  test.clock.now = new Date(test.clock.now.getTime() + milliseconds);
}

describe('if one item of a job fails, the others are done and the failure is reported', () => {
  it('proposals lapse at their deadline, and rounds end', async () => {
    const { db } = test.database;
    const broken = await proposed(test, await ringOfThree(test, 'Urdu'));
    wait(1_000);
    const other = await proposed(test, await ringOfThree(test, 'Hindi'));
    const { token } = await makeAdministrator(test);
    const round = await test.call({ method: 'POST', url: '/api/admin/rounds', body: {}, token });
    expect(round.statusCode, round.body).toBe(201);
    await test.settled();
    wait(90 * DAY);
    const stateOf = async (id: string) =>
      (await db.selectFrom('agreements').select('state').where('id', '=', id).executeTakeFirstOrThrow())
        .state;
    const follow = () => followAll({ db, now: () => test.clock.now });
    const mend = await failFor(test, 'update', { table: 'agreements', column: 'id', id: broken });
    await expect(follow()).rejects.toMatchObject(FAILS);
    expect([await stateOf(broken), await stateOf(other)]).toEqual(['proposed', 'lapsed']);
    const { state } = await db.selectFrom('rounds').select('state').executeTakeFirstOrThrow();
    expect(state).toBe('finished');
    await mend();
    await follow();
    expect(await stateOf(broken)).toBe('lapsed');
  });

  it('offers are announced', async () => {
    const { db } = test.database;
    const announce = () =>
      announceDue({
        db,
        graph: test.graph,
        config: { announceAfterMinutes: 5 },
        now: () => test.clock.now,
      });
    const { requestId: id } = await wish(test, steps[0]);
    await announce();
    wait(1_000);
    const [toDanapur] = steps;
    const { teacher } = await wish(test, toDanapur, { registration: { subject: 'Urdu' } });
    await wish(test, [toDanapur[1], toDanapur[0]], { registration: { subject: 'Urdu' } });
    await announce();
    wait(10 * 60_000);
    const mend = await failFor(test, 'delete', { table: 'offers_to_announce', column: 'request_id', id });
    await expect(announce()).rejects.toMatchObject(FAILS);
    const notified = await db
      .selectFrom('alerts')
      .select('kind')
      .where('to_user_id', '=', teacher.user._id)
      .execute();
    expect(notified).toEqual([{ kind: 'perfect_match' }]);
    await mend();
    await announce();
    expect(await db.selectFrom('offers_to_announce').selectAll().execute()).toEqual([]);
  });

  it('requests expire', async () => {
    const { db } = test.database;
    const wishers = [await wish(test, steps[0]), await wish(test, steps[1]), await wish(test, steps[2])];
    wait(181 * DAY);
    const expired = async () =>
      (await db.selectFrom('requests').select('id').where('status', '=', 'expired').execute()).length;
    for (const { requestId: id } of wishers) {
      const mend = await failFor(test, 'update', { table: 'requests', column: 'id', id });
      await expect(expireRequests(db, test.clock.now)).rejects.toMatchObject(FAILS);
      expect(await expired()).toBe(wishers.length - 1);
      await mend();
      await db.updateTable('requests').set({ status: 'active' }).execute();
    }
    await expireRequests(db, test.clock.now);
    expect(await expired()).toBe(wishers.length);
  });
});
