import type { RefundRule } from '@mutual-transfer/domain/payments/payment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed, proposed } from '../../test/testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from '../../test/testing/factories.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { payFee, requireFee } from '../../test/testing/services/payers.ts';
import { type RazorpayDouble, startRazorpayDouble } from '../../test/testing/services/razorpay-double.ts';
import { signIn } from '../../test/testing/sessions.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAgreements } from '../agreements/deadlines.ts';
import { reconcile } from './reconcile.ts';

const DAY = 86_400_000;

let double: RazorpayDouble;
let test: TestApp;
let admin: TestTeacher;

beforeAll(async () => {
  double = await startRazorpayDouble();
  test = await startTestApp(() => ({ provider: double.provider }));
});
beforeEach(async () => {
  // The tests advance the clock by weeks, in which sessions expire.
  admin = await makeAdministrator(test);
});
afterAll(async () => {
  await test.close();
  await double.close();
});

async function switchRule(isOn: boolean): Promise<RefundRule> {
  const url = '/api/admin/refund-rule';
  const response = await test.call({ method: 'PUT', url, body: { isOn }, token: admin.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<RefundRule>();
}

/** Creates three teachers who paid. */
async function paidRing(subject: string): Promise<[Wisher, Wisher, Wisher]> {
  await test.database.db.updateTable('payment_settings').set({ is_payment_required: false }).execute();
  const ring = await ringOfThree(test, subject);
  await requireFee(test);
  for (const { teacher } of ring) await payFee(test, double, teacher.token);
  return ring;
}

/** Creates an agreement that the second member then leaves. */
async function broken(ring: readonly Wisher[], { isSubmitted = false } = {}): Promise<void> {
  const id = await agreed(test, ring);
  const by = ({ teacher }: Wisher, url: string, body: object) =>
    test.call({ method: 'POST', url: `/api/agreements/${id}/${url}`, body, token: teacher.token });
  const [first, second] = ring as [Wisher, Wisher];
  if (isSubmitted) expect((await by(first, 'steps', { step: 'submitted' })).statusCode).toBe(200);
  expect((await by(second, 'leave', { reason: 'Ill' })).statusCode).toBe(200);
}

async function brokenRing(subject: string, { isSubmitted = false } = {}): Promise<Wisher[]> {
  const ring = await paidRing(subject);
  await broken(ring, { isSubmitted });
  return ring;
}

/** Advances the clock by a week and an hour in two steps, and runs the reconciler after each. */
async function weekLater(): Promise<void> {
  for (const time of [6 * DAY, DAY + DAY / 24]) {
    test.clock.now = new Date(test.clock.now.getTime() + time);
    await reconcile(test.database.db, double.provider, test.clock.now);
  }
}

/** Returns the teacher with a new session. */
const signedIn = async ({ teacher, requestId }: Wisher): Promise<Wisher> => {
  const token = await signIn(test, teacher.user._id);
  return { requestId, teacher: { ...teacher, token } };
};

const refunded = async (ring: readonly Wisher[]) => {
  const rows = await test.database.db
    .selectFrom('payment_orders')
    .innerJoin('payment_refunds', 'order_id', 'payment_orders.id')
    .select(['user_id', 'origin', 'state'])
    .execute();
  return ring.map(({ teacher }) => {
    const row = rows.find(({ user_id }) => user_id === teacher.user._id);
    return row === undefined ? 'kept' : `${row.origin} ${row.state}`;
  });
};

describe('the rule that refunds broken agreements', () => {
  it('is off by default, and does not apply to agreements that broke before it was switched on', async () => {
    const read = await test.call({ url: '/api/admin/refund-rule', token: admin.token });
    expect(read.json()).toEqual({ isOn: false, since: null });
    const ring = await brokenRing('Music');
    await weekLater();
    expect(await refunded(ring)).toEqual(['kept', 'kept', 'kept']);
    admin = await makeAdministrator(test);
    // The agreement broke before the rule was switched on.
    expect(await switchRule(true)).toMatchObject({ isOn: true });
    await weekLater();
    expect(await refunded(ring)).toEqual(['kept', 'kept', 'kept']);
  });

  it('refunds all members but the one who left, once, after a week, and writes audit entries', async () => {
    const { since } = await switchRule(true);
    expect((await switchRule(true)).since).toBe(since);
    const ring = await brokenRing('Drawing');
    await reconcile(test.database.db, double.provider, test.clock.now);
    expect(await refunded(ring)).toEqual(['kept', 'kept', 'kept']);
    await weekLater();
    expect(await refunded(ring)).toEqual(['rule processed', 'kept', 'rule processed']);
    await weekLater();
    const ids = ring.map(({ teacher }) => teacher.user._id);
    const log = await test.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'payment.refund')
      .where('subject_id', 'in', ids)
      .execute();
    expect(log.map(({ actor_id, subject_id }) => [actor_id, subject_id])).toEqual(
      expect.arrayContaining([
        [null, ids[0]],
        [null, ids[2]],
      ]),
    );
    expect(log).toHaveLength(2);
  });

  it('refunds no member of a lapsed proposal, and none of an agreement that ended without a member leaving', async () => {
    await switchRule(true);
    const lapsing = await paidRing('Sanskrit');
    await proposed(test, lapsing);
    const ending = await paidRing('Urdu');
    await agreed(test, ending);
    const url = `/api/admin/users/${ending[1].teacher.user._id}/toggle-status`;
    expect((await test.call({ method: 'PUT', url, token: admin.token })).statusCode).toBe(200);
    test.clock.now = new Date(test.clock.now.getTime() + 15 * DAY);
    await followAgreements({ db: test.database.db, now: () => test.clock.now });
    await weekLater();
    expect(await refunded([...lapsing, ...ending])).toEqual(Array(6).fill('kept'));
    const states = await test.database.db.selectFrom('agreements').select('state').distinct().execute();
    expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(['lapsed', 'broken']));
  });

  it('refunds a teacher at most once, even if the teacher pays again', async () => {
    await switchRule(true);
    const [first, leaver, last] = await paidRing('Physics');
    await broken([first, leaver, last]);
    await weekLater();
    expect(await refunded([first, leaver, last])).toEqual(['rule processed', 'kept', 'rule processed']);
    const again = await Promise.all([leaver, last, first].map(signedIn));
    for (const { teacher } of again.slice(1)) await payFee(test, double, teacher.token);
    await broken(again);
    await weekLater();
    expect(await refunded([leaver])).toEqual(['rule processed']);
    const { rows } = await test.database.pool.query(
      'select from payment_refunds join payment_orders on payment_orders.id = order_id where user_id = $1',
      [first.teacher.user._id],
    );
    expect(rows).toHaveLength(1);
  });

  it('refunds no member of a second agreement that ends because the same teacher leaves', async () => {
    await switchRule(true);
    const [, leaver] = await brokenRing('Chemistry');
    await weekLater();
    const others = await paidRing('Biology');
    await broken(others);
    // Stores that teacher as the one who ended this agreement. Joining a second ring would need another posting.
    await test.database.db
      .updateTable('agreements')
      .set({ ended_by: leaver?.teacher.user._id ?? '' })
      .where('ended_by', '=', others[1].teacher.user._id)
      .execute();
    await weekLater();
    expect(await refunded(others)).toEqual(['kept', 'kept', 'kept']);
  });

  it('ignores an agreement whose papers were submitted', async () => {
    await switchRule(true);
    const ring = await brokenRing('Economics', { isSubmitted: true });
    await weekLater();
    expect(await refunded(ring)).toEqual(['kept', 'kept', 'kept']);
  });

  it('ignores a teacher who is in another agreement after the week', async () => {
    await switchRule(true);
    const ring = await brokenRing('Geography');
    const again = await agreed(test, ring);
    expect(again).toEqual(expect.any(String));
    await weekLater();
    expect(await refunded(ring)).toEqual(['kept', 'kept', 'kept']);
  });

  it('makes no further refunds after it is switched off', async () => {
    await switchRule(true);
    const ring = await brokenRing('History');
    expect(await switchRule(false)).toEqual({ isOn: false, since: null });
    await weekLater();
    expect(await refunded(ring)).toEqual(['kept', 'kept', 'kept']);
  });
});
