import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { NoticeSettings } from '@mutual-transfer/domain/notices/notice-settings';
import { describe, expect, it } from 'vitest';
import { askReadiness } from '../../src/agreements/readiness.ts';
import { createDeliveries } from '../../src/notices/deliveries.ts';
import { createNotices } from '../../src/notices/notices.ts';
import { agreed } from '../testing/agreements.ts';
import { confirmAddress, registerTeacher, solveCaptcha, type TestTeacher } from '../testing/factories.ts';
import { administratorTest } from '../testing/fixtures.ts';
import { waitingForLocks } from '../testing/locks.ts';
import { steps, type Wisher, wish } from '../testing/ring-of-three.ts';
import { requireFee } from '../testing/services/payers.ts';
import type { Answer } from '../testing/test-app.ts';

const FRAUD = 'Pay Rs. 5000 to 9812345678 and the transfer is done.';

const { test, administrator } = await administratorTest();

const account = 'select from users where id = $1 for no key update';

/**
 * Locks an account (or another row of that person) in a transaction, runs a call, and continues the transaction in the documented lock
 * order once the call waits for it. If the call takes its locks in another order, PostgreSQL reports a deadlock to one of the two, and the
 * test fails.
 */
async function besides<Result = Answer>(
  holds: string,
  call: () => Promise<Result>,
  then: readonly [text: string, values: readonly string[]],
  row = account,
): Promise<Result> {
  // An announcement of a match in the background would wait for the account, too.
  await test.settled();
  const client = await test.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(row, [holds]);
    const answer = call();
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    await client.query(then[0], [...then[1]]);
    await client.query('commit');
    return await answer;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function pair(subject: string): Promise<[Wisher, Wisher]> {
  const [from, to] = steps[0];
  const registration = { subject };
  return [await wish(test, [from, to], { registration }), await wish(test, [to, from], { registration })];
}

const post = (url: string, { token }: Pick<TestTeacher, 'token'>, body?: object) =>
  test.call({ method: 'POST', url, token, ...(body === undefined ? {} : { body }) });

async function heldMessage(): Promise<string> {
  const row = await test.database.db.selectFrom('held_messages').select('id').executeTakeFirstOrThrow();
  return row.id;
}

const erased = 'delete from users where id = $1';
/** Lock of an account that is being deleted, before the deletion reaches the rows of the person. */
const erasing = 'select from users where id = $1 for update';

describe('a text that is decided while its writer’s account is erased', () => {
  it.each(['release', 'refusal'] as const)(
    'the %s of a message to a teacher finds the message gone',
    async (decision) => {
      const [from, to] = await pair('Physics');
      const body = { message: FRAUD, sendForReview: true };
      const sent = await post(`/api/alerts/${to.teacher.user._id}`, from.teacher, body);
      expect(sent.statusCode, sent.body).toBe(202);
      const id = await heldMessage();
      const reason = decision === 'refusal' ? { reason: 'It asks for money' } : undefined;
      const decide = () => post(`/api/admin/held-texts/${id}/${decision}`, administrator, reason);
      const writer = from.teacher.user._id;
      expect((await besides(writer, decide, [erased, [writer]])).statusCode).toBe(404);
    },
  );

  it('the release of a message in an agreement finds the message gone', async () => {
    const ring = await pair('Chemistry');
    const agreement = await agreed(test, ring);
    const [writer] = ring;
    const url = `/api/agreements/${agreement}/messages`;
    const body = { message: FRAUD, sendForReview: true };
    expect((await post(url, writer.teacher, body)).statusCode).toBe(202);
    const id = await heldMessage();
    const release = () => post(`/api/admin/held-texts/${id}/release`, administrator);
    const writerId = writer.teacher.user._id;
    expect((await besides(writerId, release, [erased, [writerId]])).statusCode).toBe(404);
  });

  it('the removal of a delivered message finds the message gone', async () => {
    const [from, to] = await pair('Biology');
    await post(`/api/alerts/${to.teacher.user._id}`, from.teacher, { message: 'Shall we swap?' });
    const { id } = await test.database.db
      .selectFrom('alerts')
      .select('id')
      .where('kind', '=', 'message')
      .where('from_user_id', '=', from.teacher.user._id)
      .executeTakeFirstOrThrow();
    const remove = () =>
      post(`/api/admin/alerts/${id}/removal`, administrator, { reason: 'It asks for money' });
    const writer = from.teacher.user._id;
    expect((await besides(writer, remove, [erased, [writer]])).statusCode).toBe(404);
  });
});

it('the decision about a report whose reported teacher is erased at the same time finds the report gone', async () => {
  const [reporter, reported] = [await registerTeacher(test), await registerTeacher(test)];
  const user = reported.user._id;
  expect((await post('/api/reports', reporter, { user, reason: 'other', words: 'Rude.' })).statusCode).toBe(
    201,
  );
  const { id } = await test.database.db
    .selectFrom('reports')
    .select('id')
    .where('reported_id', '=', user)
    .executeTakeFirstOrThrow();
  const decision = { decision: 'dismissed', words: 'Nothing was found.' };
  const decide = () => post(`/api/admin/reports/${id}/decision`, administrator, decision);
  const answer = await besides(user, decide, [erased, [user]], erasing);
  expect(answer.statusCode, answer.body).toBe(404);
});

it('the question whether a teacher stays ready waits for the erasure of the account', async () => {
  const { db } = test.database;
  const [{ teacher, requestId }] = await pair('Sanskrit');
  const soon = new Date(test.clock.now.getTime() + MILLISECONDS_A_DAY);
  await db.updateTable('requests').set({ ready_until: soon }).where('id', '=', requestId).execute();
  const ask = () => askReadiness(db, [], test.clock.now);
  await besides(teacher.user._id, ask, [erased, [teacher.user._id]], erasing);
  expect(await db.selectFrom('readiness_questions').select('request_id').execute()).toEqual([]);
});

it('a notice to an account that is being erased delays no notice to another teacher', async () => {
  const { db, pool } = test.database;
  const [leaving, staying] = [await registerTeacher(test), await registerTeacher(test)];
  for (const teacher of [leaving, staying]) await confirmAddress(test, teacher);
  const notices = [leaving, staying].map(({ user }) => ({
    recipientId: user._id,
    content: { kind: 'phone_claimed' as const },
  }));
  await db.transaction().execute((transaction) => createNotices(transaction, notices, test.clock.now));
  const routed = async () => {
    const rows = db.selectFrom('deliveries').select('user_id').where('channel', '=', 'email');
    return (await rows.execute()).map(({ user_id }) => user_id);
  };
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(erasing, [leaving.user._id]);
    const routing = createDeliveries(db, ['email'], test.clock.now);
    await expect.poll(routed).toContain(staying.user._id);
    await client.query(erased, [leaving.user._id]);
    await client.query('commit');
    await routing;
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await routed()).not.toContain(leaving.user._id);
});

it('a claim of a phone number locks both accounts in the order of their ids', async () => {
  const [holder, claimant] = [await registerTeacher(test), await registerTeacher(test)];
  const phone = holder.user.phone ?? '';
  expect(holder.user._id < claimant.user._id).toBe(true);
  const asked = await test.call({ method: 'POST', url: '/api/auth/phone-codes', body: await codeFor(phone) });
  const body = { phone, currentPassword: claimant.password, phoneCode: asked.json().sandboxCode };
  const claim = () => test.call({ method: 'PUT', url: '/api/auth/profile', body, token: claimant.token });
  const next = [account, [claimant.user._id]] as const;
  const claimed = await besides(holder.user._id, claim, next);
  expect([claimed.statusCode, claimed.json().phone]).toEqual([200, phone]);
});

const codeFor = async (phone: string) => ({ phone, ...(await solveCaptcha(test)) });

const ordersOf = 'select from payment_orders where user_id = $1 for update';
const paymentOf = ({ user }: TestTeacher) =>
  ['update users set paid_at = now(), paid_rupees = 10 where id = $1', [user._id]] as const;

it('an erasure waits for a payment that is being applied before it locks the account', async () => {
  await requireFee(test);
  const teacher = await registerTeacher(test);
  const { token, password, user } = teacher;
  expect((await post('/api/payment/create-order', teacher)).statusCode).toBe(200);
  const erase = () => test.call({ method: 'DELETE', url: '/api/auth/account', token, body: { password } });
  expect((await besides(user._id, erase, paymentOf(teacher), ordersOf)).statusCode).toBe(200);
});

it('create-order at a new price waits for a payment that is being applied, and creates no second order', async () => {
  await requireFee(test);
  const teacher = await registerTeacher(test);
  const create = () => post('/api/payment/create-order', teacher);
  expect((await create()).statusCode).toBe(200);
  await test.database.db.updateTable('payment_settings').set({ payment_amount: 20 }).execute();
  const answer = await besides(teacher.user._id, create, paymentOf(teacher), ordersOf);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment_not_needed']);
});

it('a change of notice settings that waits for the erasure of the account answers 401', async () => {
  const { token, user } = await registerTeacher(test);
  const url = '/api/notices/settings';
  const { choices } = (await test.call({ url, token })).json<NoticeSettings>();
  const change = () => test.call({ method: 'PUT', url, token, body: choices });
  expect((await besides(user._id, change, [erased, [user._id]])).statusCode).toBe(401);
});

it('a code does not verify a number to which the account changed in the meantime', async () => {
  const { token, user } = await registerTeacher(test);
  const body = await codeFor(user.phone ?? '');
  const sent = await test.call({ method: 'POST', url: '/api/auth/phone-codes', body });
  const { sandboxCode: phoneCode } = sent.json();
  const enter = () => test.call({ method: 'PUT', url: '/api/auth/profile', body: { phoneCode }, token });
  const change = ['update users set phone = $2 where id = $1', [user._id, '9876522222']] as const;
  expect((await besides(user._id, enter, change)).statusCode).toBe(412);
  const profile = await test.call({ url: '/api/auth/profile', token });
  expect(profile.json()).toMatchObject({ phone: '9876522222', isVerified: false });
});
