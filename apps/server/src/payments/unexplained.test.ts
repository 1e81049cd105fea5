import type { PaymentReceipt } from '@mutual-transfer/domain/payments/payment';
import type {
  UnexplainedPayment,
  UnexplainedPaymentList,
} from '@mutual-transfer/domain/payments/unexplained-payment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { payFee, requireFee } from '../../test/testing/services/payers.ts';
import { type RazorpayDouble, startRazorpayDouble } from '../../test/testing/services/razorpay-double.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { reconcile } from './reconcile.ts';
import { carryOutUnexplained, openUnexplainedRefunds } from './unexplained.ts';

let double: RazorpayDouble;
let test: TestApp;
let admin: TestTeacher;
let teacher: TestTeacher;

beforeAll(async () => {
  double = await startRazorpayDouble();
  test = await startTestApp(() => ({ provider: double.provider }));
  admin = await makeAdministrator(test);
});
afterAll(async () => {
  await test.close();
  await double.close();
});
beforeEach(async () => {
  double.mode = 'well';
  double.refundsAre = 'processed';
  await test.database.db.deleteFrom('unexplained_payments').execute();
  await requireFee(test);
  teacher = await registerTeacher(test);
});

async function listed(state = 'open'): Promise<UnexplainedPayment[]> {
  const url = `/api/admin/payments/unexplained?state=${state}`;
  const answer = await test.call({ url, token: admin.token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<UnexplainedPaymentList>().payments;
}

const waiting = async () =>
  (await test.call({ url: '/api/admin/waiting', token: admin.token })).json().unexplainedPayments;

const decide = (id: string | undefined, body: object) =>
  test.call({
    method: 'POST',
    url: `/api/admin/payments/${id}/settlement`,
    body: { reason: 'Called the teacher', ...body },
    token: admin.token,
  });

/** Pays an order again, as a second tab does, and lets the provider report it. */
async function payAgain(orderId: string, payment: object = {}): Promise<string> {
  const { id } = double.pay(orderId, payment);
  await report(id);
  return id;
}

async function report(paymentId: string): Promise<void> {
  const hook = double.webhook('payment.captured', paymentId);
  expect((await test.call({ method: 'POST', url: '/api/payment/webhook', ...hook })).statusCode).toBe(200);
  await test.settled();
}

const isPaid = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/payment/status', token })).json().isPaid;
const receiptOf = ({ token }: TestTeacher) => test.call({ url: '/api/payment/receipt', token });

describe('a second payment of an order', () => {
  it('waits for the administrator once, and is paid back without the first', async () => {
    const { orderId } = await payFee(test, double, teacher.token);
    const paymentId = await payAgain(orderId);
    await report(paymentId);
    const [row, ...others] = await listed();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      reason: 'second',
      amount: 10,
      paymentId,
      teacher: { _id: teacher.user._id },
      settled: null,
    });
    expect(await waiting()).toEqual({ count: 1, list: '/api/admin/payments/unexplained?state=open' });
    const answers = await Promise.all([
      decide(row?._id, { how: 'refunded' }),
      decide(row?._id, { how: 'refunded' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(double.refunds.filter(({ payment_id }) => payment_id === paymentId)).toHaveLength(1);
    expect([await isPaid(teacher), await listed(), await waiting()]).toEqual([
      true,
      [],
      { count: 0, list: expect.any(String) },
    ]);
    expect(await listed('settled')).toMatchObject([{ settled: 'refunded', note: 'Called the teacher' }]);
    // The provider reports the captured payments again.
    await reconcile(test.database.db, double.provider, test.clock.now);
    expect(await listed()).toEqual([]);
  });

  it('leaves the list when the provider’s dashboard pays it back', async () => {
    const { orderId } = await payFee(test, double, teacher.token);
    const paymentId = await payAgain(orderId);
    const hook = double.refundWebhook('refund.processed', double.refundElsewhere(paymentId));
    await test.call({ method: 'POST', url: '/api/payment/webhook', ...hook });
    await test.settled();
    expect(await listed()).toEqual([]);
    expect(await isPaid(teacher)).toBe(true);
  });

  it.each(['linked', 'outside'] as const)(
    'that is settled as %s does not take over its order',
    async (how) => {
      const colleague = await registerTeacher(test);
      const { orderId, paymentId } = await payFee(test, double, teacher.token);
      await payAgain(orderId);
      const [row] = await listed();
      const decision = how === 'linked' ? { how, teacher: colleague.user.phone } : { how };
      expect((await decide(row?._id, decision)).statusCode).toBe(200);
      const hook = double.refundWebhook('refund.processed', double.refundElsewhere(paymentId));
      await test.call({ method: 'POST', url: '/api/payment/webhook', ...hook });
      await test.settled();
      expect([await isPaid(teacher), await isPaid(colleague)]).toEqual([false, how === 'linked']);
      expect(await listed()).toEqual([]);
    },
  );

  it('is followed while the provider does not answer, and stays if it refuses', async () => {
    const { orderId } = await payFee(test, double, teacher.token);
    await payAgain(orderId);
    const [row] = await listed();
    double.mode = 'down';
    expect((await decide(row?._id, { how: 'refunded' })).json()).toEqual({
      refund: 'asked',
      failure: null,
      settled: null,
    });
    double.mode = 'well';
    double.refundsAre = 'refused';
    await reconcile(test.database.db, double.provider, test.clock.now);
    expect(await listed()).toMatchObject([{ refund: 'failed', failure: expect.stringContaining('balance') }]);
    double.refundsAre = 'pending';
    expect((await decide(row?._id, { how: 'refunded' })).json()).toMatchObject({ refund: 'pending' });
    double.endRefund(double.refunds.at(-1), 'processed');
    await reconcile(test.database.db, double.provider, test.clock.now);
    expect(await listed()).toEqual([]);
  });

  it('is paid back by a new refund after one that the bank could not pay', async () => {
    const { orderId } = await payFee(test, double, teacher.token);
    const paymentId = await payAgain(orderId);
    const [row] = await listed();
    double.refundsAre = 'pending';
    expect((await decide(row?._id, { how: 'refunded' })).json()).toMatchObject({ refund: 'pending' });
    double.endRefund(double.refunds.at(-1), 'failed');
    await reconcile(test.database.db, double.provider, test.clock.now);
    expect(await listed()).toMatchObject([{ refund: 'failed', failure: expect.any(String) }]);
    double.refundsAre = 'processed';
    expect((await decide(row?._id, { how: 'refunded' })).json()).toMatchObject({ settled: 'refunded' });
    const refunds = double.refunds.filter(({ payment_id }) => payment_id === paymentId);
    expect(refunds.map(({ status }) => status)).toEqual(['failed', 'processed']);
  });

  it('stays settled when an answer of the provider comes late', async () => {
    const { db } = test.database;
    const { orderId } = await payFee(test, double, teacher.token);
    await payAgain(orderId);
    const [{ _id: id } = { _id: '' }] = await listed();
    double.mode = 'down';
    expect((await decide(id, { how: 'refunded' })).json()).toMatchObject({ refund: 'asked' });
    const refund = async () => {
      const settled = { settled_how: 'refunded', settled_at: test.clock.now, refund_state: null } as const;
      await db.updateTable('unexplained_payments').set(settled).where('id', '=', id).execute();
      return { id: 'rfnd_late', amount: 1_000, receipt: null, status: 'pending' as const };
    };
    await carryOutUnexplained(db, { ...double.provider, refund }, id, test.clock.now);
    expect(await listed('settled')).toMatchObject([{ settled: 'refunded', refund: null }]);
    expect(await openUnexplainedRefunds(db)).toEqual([]);
  });

  it('of another provider than the present one is not paid back', async () => {
    const { orderId } = await payFee(test, double, teacher.token);
    await payAgain(orderId);
    const [row] = await listed();
    await test.database.db.updateTable('unexplained_payments').set({ provider: 'sandbox' }).execute();
    expect((await decide(row?._id, { how: 'refunded' })).statusCode).toBe(409);
    expect(await listed()).toMatchObject([{ refund: null }]);
  });

  it('ends the refund that the provider carried out on it instead of the booked one', async () => {
    const { orderId, paymentId, id } = await payFee(test, double, teacher.token);
    const secondId = await payAgain(orderId);
    const provider = {
      ...double.provider,
      refund: (refund: Parameters<typeof double.provider.refund>[0]) =>
        double.provider.refund({ ...refund, paymentId: secondId }),
    };
    const other = await joinTestApp(test, { provider });
    const url = `/api/admin/payments/${id}/refund`;
    const asked = await other.call({ method: 'POST', url, body: { reason: 'Twice' }, token: admin.token });
    expect(asked.json()).toEqual({ state: 'processed', failure: null });
    expect(await isPaid(teacher)).toBe(false);
    // The booked payment is still at the provider.
    await report(paymentId);
    expect(await listed()).toMatchObject([{ reason: 'second', paymentId }]);
    await other.close();
  });
});

describe('a payment', () => {
  it('of a wrong amount waits, and gives a teacher access and a receipt once it is linked', async () => {
    const made = await test.call({ method: 'POST', url: '/api/payment/create-order', token: teacher.token });
    const paymentId = await payAgain(made.json().orderId, { amount: 500 });
    const [row] = await listed();
    expect(row).toMatchObject({ reason: 'amount', amount: 5, paymentId });
    expect((await receiptOf(teacher)).statusCode).toBe(404);
    const unknown = await decide(row?._id, { how: 'linked', teacher: '9999999999' });
    expect([unknown.statusCode, Object.keys(unknown.json().fields)]).toEqual([400, ['teacher']]);
    expect((await decide(row?._id, { how: 'linked', teacher: teacher.user.phone })).statusCode).toBe(200);
    expect(await isPaid(teacher)).toBe(true);
    const receipt = (await receiptOf(teacher)).json<PaymentReceipt>();
    expect(receipt).toMatchObject({ paymentId, amount: 5 });
    await report(paymentId);
    expect(await listed()).toEqual([]);
    // A linked payment can be refunded like any other.
    const { id } = await test.database.db
      .selectFrom('payment_orders')
      .select('id')
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const url = `/api/admin/payments/${id}/refund`;
    const asked = await test.call({ method: 'POST', url, body: { reason: 'Left' }, token: admin.token });
    expect(asked.json()).toEqual({ state: 'processed', failure: null });
    expect(await isPaid(teacher)).toBe(false);
  });

  it.each(['the refund', 'the refund and the payment'])(
    'that was linked ends the access of its teacher when the provider’s dashboard pays it back, in a report of %s',
    async (what) => {
      const colleague = await registerTeacher(test);
      const { orderId } = await payFee(test, double, teacher.token);
      const paymentId = await payAgain(orderId);
      const [row] = await listed();
      const linked = { how: 'linked', teacher: colleague.user.phone };
      expect((await decide(row?._id, linked)).statusCode).toBe(200);
      expect(await isPaid(colleague)).toBe(true);
      const refund = double.refundElsewhere(paymentId);
      const hook =
        what === 'the refund'
          ? double.refundWebhook('refund.processed', refund)
          : double.webhook('payment.refunded', paymentId);
      await test.call({ method: 'POST', url: '/api/payment/webhook', ...hook });
      await test.settled();
      expect([await isPaid(teacher), await isPaid(colleague)]).toEqual([true, false]);
      const order = await test.database.db
        .selectFrom('payment_orders')
        .select('status')
        .where('payment_id', '=', paymentId)
        .executeTakeFirst();
      expect([order?.status, await listed()]).toEqual(['refunded', []]);
    },
  );

  it('is not linked to an inactive account', async () => {
    const { orderId } = await payFee(test, double, teacher.token);
    await payAgain(orderId);
    const [row] = await listed();
    const { user } = await registerTeacher(test);
    await test.database.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', user._id)
      .execute();
    const answer = await decide(row?._id, { how: 'linked', teacher: user.phone });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['teacher']]);
  });

  it.each([
    { was: 'paid back', amount: undefined },
    { was: 'paid back in part', amount: 100 },
  ])('that was $was is not linked, also if no report has come yet', async ({ amount }) => {
    const { orderId } = await payFee(test, double, teacher.token);
    const paymentId = await payAgain(orderId);
    const colleague = await registerTeacher(test);
    const [row] = await listed();
    double.refundElsewhere(paymentId, amount);
    const linked = { how: 'linked', teacher: colleague.user.phone };
    expect((await decide(row?._id, linked)).statusCode).toBe(409);
    expect(await isPaid(colleague)).toBe(false);
    double.mode = 'down';
    expect((await decide(row?._id, linked)).statusCode).toBe(503);
  });

  it('of no order of the product waits, and is settled outside with a reason', async () => {
    double.payments.push({
      id: 'pay_by_link',
      order_id: undefined as never,
      amount: 1_000,
      currency: 'INR',
      status: 'captured',
    });
    await report('pay_by_link');
    const [row] = await listed();
    expect(row).toMatchObject({ reason: 'unknown', paymentId: 'pay_by_link', orderId: null, teacher: null });
    expect((await decide(row?._id, { how: 'outside', reason: '' })).statusCode).toBe(400);
    expect((await decide(row?._id, { how: 'outside' })).json()).toMatchObject({ settled: 'outside' });
    expect((await decide(row?._id, { how: 'outside' })).statusCode).toBe(409);
    const entry = await test.database.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'payment.settle')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry?.details).toEqual({ payment: row?._id, how: 'outside', reason: 'Called the teacher' });
  });

  it('of a second order of a teacher waits, has its receipt, and is paid back without the access', async () => {
    const old = await test.call({ method: 'POST', url: '/api/payment/create-order', token: teacher.token });
    await test.database.db.updateTable('payment_settings').set({ payment_amount: 20 }).execute();
    await payFee(test, double, teacher.token);
    const paymentId = await payAgain(old.json().orderId);
    const [row] = await listed();
    expect(row).toMatchObject({ reason: 'again', amount: 10, paymentId, teacher: { _id: teacher.user._id } });
    expect((await decide(row?._id, { how: 'linked', teacher: teacher.user.email })).statusCode).toBe(409);
    expect((await decide(row?._id, { how: 'refunded' })).json()).toMatchObject({ settled: 'refunded' });
    expect(await isPaid(teacher)).toBe(true);
    const order = await test.database.db
      .selectFrom('payment_orders')
      .select('status')
      .where('payment_id', '=', paymentId)
      .executeTakeFirst();
    expect(order).toEqual({ status: 'refunded' });
  });

  describe('of a second order of a teacher', () => {
    /** Pays two orders. @returns the product's id and the payment of the first one, and the payment of the second. */
    async function payTwice() {
      const old = await test.call({ method: 'POST', url: '/api/payment/create-order', token: teacher.token });
      await test.database.db.updateTable('payment_settings').set({ payment_amount: 20 }).execute();
      const first = await payFee(test, double, teacher.token);
      return { ...first, again: await payAgain(old.json().orderId) };
    }

    it('leaves the list when the other one is paid back, as it is the only one then', async () => {
      const { paymentId } = await payTwice();
      expect(await listed()).toMatchObject([{ reason: 'again' }]);
      const hook = double.refundWebhook('refund.processed', double.refundElsewhere(paymentId));
      await test.call({ method: 'POST', url: '/api/payment/webhook', ...hook });
      await test.settled();
      expect([await listed(), await isPaid(teacher)]).toEqual([[], true]);
    });

    it('is not paid back while the other one is being refunded', async () => {
      const { id, again } = await payTwice();
      const [row] = await listed();
      double.refundsAre = 'pending';
      const url = `/api/admin/payments/${id}/refund`;
      const asked = await test.call({ method: 'POST', url, body: { reason: 'Twice' }, token: admin.token });
      expect(asked.json()).toMatchObject({ state: 'pending' });
      expect((await decide(row?._id, { how: 'refunded' })).statusCode).toBe(409);
      expect(double.refunds.filter(({ payment_id }) => payment_id === again)).toEqual([]);
      await test.database.db
        .updateTable('payment_orders')
        .set({ status: 'refunded' })
        .where('id', '=', id)
        .execute();
      expect((await decide(row?._id, { how: 'refunded' })).statusCode).toBe(409);
    });
  });

  it('of an erased account waits', async () => {
    const made = await test.call({ method: 'POST', url: '/api/payment/create-order', token: teacher.token });
    const { token, password } = teacher;
    await test.call({ method: 'DELETE', url: '/api/auth/account', body: { password }, token });
    await payAgain(made.json().orderId);
    expect(await listed()).toMatchObject([{ reason: 'no_account', teacher: null }]);
  });
});
