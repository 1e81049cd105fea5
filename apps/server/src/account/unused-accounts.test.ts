import { yearsLater } from '@mutual-transfer/domain/retention';
import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import { registerTeacher, solveCaptcha, type TestTeacher } from '../../test/testing/factories.ts';
import { agreedRing } from '../../test/testing/fixtures.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { endUnused } from '../jobs.ts';
import { packRings, unpackRings } from '../matching/plans/stored-rings.ts';

const DAY = 86_400_000;
const years = (from: Date, count: number, days = 0) =>
  new Date(yearsLater(from, count).getTime() + days * DAY);

async function runAt(test: TestApp, moment: Date): Promise<void> {
  test.clock.now = moment;
  await endUnused(test.database.db, { config: { sealedRecordsKey: undefined }, now: () => moment });
}

const isThere = async (test: TestApp, { user }: TestTeacher) =>
  (await test.database.db.selectFrom('users').select('id').where('id', '=', user._id).execute()).length === 1;

const asked = async (test: TestApp, { user }: TestTeacher) =>
  (
    await test.database.db
      .selectFrom('alerts')
      .select('details')
      .where('to_user_id', '=', user._id)
      .where('kind', '=', 'account_unused')
      .orderBy('id')
      .execute()
  ).map(({ details }) => details);

async function signIn(test: TestApp, { user, password }: TestTeacher): Promise<void> {
  const body = { email: user.email, password, ...(await solveCaptcha(test)) };
  expect((await test.call({ method: 'POST', url: '/api/auth/login', body })).statusCode).toBe(200);
}

it('a teacher without a sign-in for two years is asked once, and erased a year later unless they sign in', async () => {
  const test = await startTestApp();
  const start = new Date('2027-03-01T06:00:00Z');
  test.clock.now = start;
  const [silent, returning] = [await registerTeacher(test), await registerTeacher(test)];
  const order = { id: newId(), user_id: silent.user._id, provider: 'sandbox', amount_paise: 1_000 } as const;
  await test.database.db
    .insertInto('payment_orders')
    .values({ ...order, created_at: start, status: 'paid', payment_id: 'pay_1', receipt_number: 1 })
    .execute();

  const plan = {
    id: newId(),
    max_ring: 2,
    survival: 1,
    created_at: start,
    finished_at: start,
    figures: '{}',
  };
  await test.database.db.insertInto('plans').values(plan).execute();
  const ringOf = (...people: string[]) => ({
    stratum: 'x',
    members: people.map((userId) => ({ userId, block: 'amas' })),
  });
  const others = ringOf(returning.user._id, returning.user._id);
  const [rings = new Uint8Array()] = packRings([ringOf(silent.user._id, returning.user._id), others]);
  const stored = { plan_id: plan.id, lot: 0, rings: Buffer.from(rings) };
  await test.database.db.insertInto('plan_rings').values(stored).execute();

  await runAt(test, years(start, 2, -1));
  expect(await asked(test, silent)).toEqual([]);
  for (const days of [1, 2]) await runAt(test, years(start, 2, days));
  expect(await asked(test, silent)).toEqual([{ erasedOn: '2030-03-02' }]);
  expect(await asked(test, returning)).toHaveLength(1);

  await runAt(test, years(start, 3, 0));
  expect(await isThere(test, silent)).toBe(true);
  test.clock.now = years(start, 3, 1);
  await signIn(test, returning);
  await runAt(test, years(start, 3, 2));
  expect([await isThere(test, silent), await isThere(test, returning)]).toEqual([false, true]);
  const left = test.database.db.selectFrom('plan_rings').select('rings').executeTakeFirstOrThrow();
  expect(await unpackRings((await left).rings)).toEqual([others]);
  const kept = test.database.db.selectFrom('payment_orders').select(['user_id', 'receipt_number']);
  expect(await kept.execute()).toEqual([{ user_id: null, receipt_number: '1' }]);
  const audit = test.database.db.selectFrom('audit_log').select(['actor_id', 'subject_id']);
  expect(await audit.where('action', '=', 'user.eraseUnused').execute()).toEqual([
    { actor_id: null, subject_id: silent.user._id },
  ]);

  await runAt(test, years(start, 4));
  expect([await isThere(test, returning), (await asked(test, returning)).length]).toEqual([true, 1]);
  await runAt(test, years(start, 5, 2));
  expect((await asked(test, returning)).length).toBe(2);
  await test.close();
});

it('a member of an agreement stays until it has ended, and an administrator in any case', async () => {
  const test = await startTestApp();
  const { ring, administrator, id } = await agreedRing(test);
  const now = test.clock.now;
  const { db, pool } = test.database;
  await db
    .updateTable('users')
    .set({ signed_in_at: years(now, -4), created_at: years(now, -4) })
    .execute();
  await pool.query(
    `insert into alerts (id, to_user_id, kind, details, created_at)
     select gen_random_uuid(), id, 'account_unused', '{}', $1 from users`,
    [years(now, -1, -1)],
  );
  await runAt(test, now);
  const teachers = ring.map(({ teacher }) => teacher);
  const present = () => Promise.all([administrator, ...teachers].map((person) => isThere(test, person)));
  expect(await present()).toEqual([true, true, true, true]);
  const [first] = teachers;
  await test.call({ method: 'POST', url: `/api/agreements/${id}/leave`, body: {}, token: first?.token });
  await runAt(test, now);
  expect(await present()).toEqual([true, false, false, false]);
  await test.close();
});
