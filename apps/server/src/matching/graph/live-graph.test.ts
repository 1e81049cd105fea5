import { firstRules, type Rules } from '@mutual-transfer/domain/matching/policy-rules';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerTeacher } from '../../../test/testing/factories.ts';
import { ringOfThree, ringsOf, steps, type Wisher, wish } from '../../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { loadDemo } from '../../demo/load-demo.ts';
import { clientWithoutTimeout } from '../../platform/database/open-database.ts';
import { readAllOffers } from './load-offers.ts';
import { followChanges, type OffersAt, pruneOfferChanges } from './offer-changes.ts';

let test: TestApp;
let other: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  other = await joinTestApp(test);
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const remove = ({ teacher, requestId }: Wisher, through: TestApp) =>
  through.call({ method: 'DELETE', url: `/api/requests/${requestId}`, token: teacher.token });

const untilTotal = (on: TestApp, wisher: Wisher, count: number) =>
  expect.poll(async () => (await ringsOf(on, wisher)).total).toBe(count);

describe('two servers on one database', () => {
  it('each show changes made through the other', async () => {
    const [first, second] = await ringOfThree(test, 'Urdu');
    await untilTotal(other, first, 1);
    await wish(other, steps[2], { registration: { subject: 'Urdu' } });
    await untilTotal(test, second, 2);
    const size = () => test.graph.current().graph.size;
    const before = size();
    await remove(first, other);
    await expect.poll(size).toBe(before - 1);
  });

  it('catch up after the connections of their followers are terminated', async () => {
    const [first] = await ringOfThree(test, 'Sanskrit');
    await untilTotal(other, first, 1);
    const { rows } = await test.database.pool.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and application_name like 'offers of %'`,
    );
    expect(rows.map(({ ended }) => ended)).toEqual([true, true]);
    await wish(test, steps[2], { registration: { subject: 'Sanskrit' } });
    await untilTotal(other, first, 2);
    await untilTotal(test, first, 2);
  });

  it('both load demo data that was inserted with COPY', async () => {
    const before = other.graph.current().graph.size;
    const { requests } = await loadDemo(test.database.pool, {
      seed: 5,
      teachers: 2_000,
      now: new Date('2026-06-15T06:30:00.000Z'),
      passwordHash: 'none',
    });
    expect(requests).toBeGreaterThan(1_000);
    const { rows } = await test.database.pool.query<{ count: number }>(
      'select count(*)::int as count from offers where request_id is not null',
    );
    for (const server of [test, other]) {
      await expect.poll(() => server.graph.current().graph.size).toBe(rows[0]?.count);
    }
    expect(rows[0]?.count).toBeGreaterThan(before);
  });
});

describe('reading changes', () => {
  let client: pg.Client;
  let known: OffersAt;
  let rules: Rules = firstRules;

  beforeAll(async () => {
    client = await clientWithoutTimeout(test.database);
    known = await readAllOffers(client, rules);
  });
  afterAll(() => client.end());

  async function follow(): Promise<boolean> {
    const next = await followChanges(client, known, rules);
    known = next ?? (await readAllOffers(client, rules));
    return next !== undefined;
  }

  /** Inserts more copies of a teacher with a registered wish than an insertion in the index may move. Their ids are higher than all others. */
  async function insertNewer(userId: string): Promise<void> {
    await test.database.pool.query(
      `with new as (
        select ('ffffffff-ffff-7fff-8000-' || lpad(number::text, 12, '0'))::uuid as id, number || '@example.org' as email,
          (6000000000 + number)::text as phone
        from generate_series(1, 2100) as number
      ), inserted as (
        insert into users (id, email, phone, password_hash, name, school_name, district, block, desired_district, desired_block, subject,
          class_range, created_at)
        select new.id, new.email, new.phone, password_hash, name, school_name, district, block, desired_district, desired_block, subject,
          class_range, created_at
        from users as teacher, new where teacher.id = $1
      )
      insert into offers select copied.* from offers as wish, new,
        jsonb_populate_record(wish, jsonb_build_object('user_id', new.id)) as copied
      where wish.user_id = $1`,
      [userId],
    );
  }

  it('includes a transaction that began earlier and commits later, without waiting for it', async () => {
    const slow = await wish(test, steps[0], { registration: { subject: 'Physics' } });
    const quick = await wish(test, steps[1], { registration: { subject: 'Physics' } });
    await follow();
    const open = new pg.Client(test.database.pool.options);
    await open.connect();
    await open.query('begin');
    await open.query('delete from offers where request_id = $1', [slow.requestId]);
    await remove(quick, test);
    expect(await follow()).toBe(true);
    expect(known.graph.offer(quick.requestId)).toBeUndefined();
    expect(known.graph.offer(slow.requestId)).toBeDefined();
    await open.query('commit');
    await open.end();
    expect(await follow()).toBe(true);
    expect(known.graph.offer(slow.requestId)).toBeUndefined();
  });

  it('ignores a transaction that was rolled back', async () => {
    const { requestId } = await wish(test, steps[0], { registration: { subject: 'History' } });
    await follow();
    await client.query('begin');
    await client.query('delete from offers where request_id = $1', [requestId]);
    await client.query('rollback');
    expect(await follow()).toBe(true);
    expect(known.graph.offer(requestId)).toBeDefined();
  });

  it('reloads everything once if changes were pruned before it read them', async () => {
    await follow();
    const { requestId } = await wish(test, steps[0], { registration: { subject: 'Geography' } });
    // Changes that an open transaction of any database in the cluster may hide are not pruned.
    await expect
      .poll(async () => {
        await pruneOfferChanges(test.database.db, 0);
        return (await client.query('select from offer_changes')).rowCount;
      })
      .toBe(0);
    expect(await follow()).toBe(false);
    expect(known.graph.offer(requestId)).toBeDefined();
    expect(await follow()).toBe(true);
  });

  it('finds recent changes after older ones were pruned, and needs no reload if it had read those', async () => {
    await wish(test, steps[0], { registration: { subject: 'Economics' } });
    await follow();
    await pruneOfferChanges(test.database.db);
    const { rows } = await client.query('select from offer_changes');
    expect(rows.length).toBeGreaterThan(0);
    await pruneOfferChanges(test.database.db, 0);
    expect(await follow()).toBe(true);
  });

  it('updates without a reload when the window opens or a teacher reaches the minimum service', async () => {
    const { requestId, teacher } = await wish(test, steps[0], { registration: { subject: 'Psychology' } });
    await test.database.pool.query(`update users set joined_on = '2024-04-02' where id = $1`, [
      teacher.user._id,
    ]);
    await test.database.pool.query(`update offers set joined_on = '2024-04-02' where user_id = $1`, [
      teacher.user._id,
    ]);
    rules = { ...firstRules, minimumService: 2, joinedBy: '2024-04-01' };
    expect(await follow()).toBe(false);
    expect(known.graph.offer(requestId)).toBeUndefined();
    rules = { ...rules, isOpen: false, openWindow: { opens: '2026-05-01', closes: null } };
    expect(await follow()).toBe(true);
    expect(known.graph.offer(requestId)).toBeUndefined();
    rules = { ...rules, joinedBy: '2024-04-02' };
    expect(await follow()).toBe(true);
    expect(known.graph.offer(requestId)).toBeDefined();
    rules = { ...rules, joinedBy: '2024-04-01' };
    expect(await follow()).toBe(true);
    expect(known.graph.offer(requestId)).toBeUndefined();
    rules = firstRules;
    expect(await follow()).toBe(false);
  });

  it('needs no reload for the wish of an old account that comes back after the load', async () => {
    const wished = { desiredDistrict: 'Saran', desiredBlock: 'Amnour' };
    const { user, token } = await registerTeacher(test, {
      district: 'Patna',
      postingBlock: 'Danapur',
      ...wished,
    });
    const move = (district: string, postingBlock: string) =>
      test.call({ method: 'PUT', url: '/api/auth/profile', body: { district, postingBlock }, token });
    const { user: newer } = await registerTeacher(test, wished);
    await insertNewer(newer._id);
    expect((await move('Saran', 'Amnour')).statusCode).toBe(200);
    known = await readAllOffers(client, rules);
    expect((await move('Patna', 'Danapur')).statusCode).toBe(200);
    expect(await follow()).toBe(true);
    const mine = await test.database.db
      .selectFrom('offers')
      .selectAll()
      .where('user_id', '=', user._id)
      .execute();
    expect(mine).toHaveLength(1);
  });

  it('is not triggered by an update that leaves the offers unchanged', async () => {
    const teacher = await registerTeacher(test, { subject: 'Drawing' });
    const count = async () => (await client.query('select from offer_changes')).rowCount;
    const before = await count();
    const body = { schoolName: 'Another School' };
    const changed = await test.call({ method: 'PUT', url: '/api/auth/profile', body, token: teacher.token });
    expect(changed.statusCode).toBe(200);
    expect(await count()).toBe(before);
  });
});
