import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import type { AskedRefund, PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreed } from '../../test/testing/agreements.ts';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { ringOfThree } from '../../test/testing/ring-of-three.ts';
import { payFee, requireFee } from '../../test/testing/services/payers.ts';
import { type RazorpayDouble, startRazorpayDouble } from '../../test/testing/services/razorpay-double.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { reconcile } from './reconcile.ts';

let double: RazorpayDouble;
let test: TestApp;
let second: TestApp;
let admin: TestTeacher;
let teacher: TestTeacher;
let payment: { orderId: string; paymentId: string; id: string };

beforeAll(async () => {
  double = await startRazorpayDouble();
  const provider = () => ({ provider: double.provider });
  test = await startTestApp(provider);
  second = await joinTestApp(test, provider());
  admin = await makeAdministrator(test);
});
afterAll(async () => {
  await second.close();
  await test.close();
  await double.close();
});
beforeEach(async () => {
  double.mode = 'well';
  double.refundsAre = 'processed';
  await requireFee(test);
  teacher = await registerTeacher(test);
  payment = await payFee(test, double, teacher.token);
});

const REASON = 'The ring broke before the papers';
const ask = (on = test, id = payment.id, token = admin.token) =>
  on.call({ method: 'POST', url: `/api/admin/payments/${id}/refund`, body: { reason: REASON }, token });
const refund = async (): Promise<AskedRefund> => {
  const response = await ask();
  expect(response.statusCode, response.body).toBe(200);
  return response.json<AskedRefund>();
};
const statusOf = async (): Promise<PaymentStatus> =>
  (await test.call({ url: '/api/payment/status', token: teacher.token })).json();
const follow = () => reconcile(test.database.db, double.provider, test.clock.now);
const made = () => double.refunds.filter(({ payment_id }) => payment_id === payment.paymentId);
const storedRefunds = () =>
  test.database.db
    .selectFrom('payment_refunds')
    .select(['state', 'origin', 'provider_refund_id'])
    .where('order_id', '=', payment.id)
    .orderBy('id')
    .execute();
/** Returns the details of the teacher's notices about refunds. */
const refundNotices = async () => {
  const rows = await test.database.db
    .selectFrom('alerts')
    .select('details')
    .where('to_user_id', '=', teacher.user._id)
    .where('kind', '=', 'payment_refunded')
    .execute();
  return rows.map(({ details }) => details);
};
const page = async (): Promise<PersonPage> =>
  (await test.call({ url: `/api/admin/users/${teacher.user._id}`, token: admin.token })).json();

async function send(hook: { body: string; headers: Record<string, string> }): Promise<void> {
  const response = await test.call({ method: 'POST', url: '/api/payment/webhook', ...hook });
  expect(response.statusCode, response.body).toBe(200);
  await test.settled();
}

describe('a refund', () => {
  it('pays the whole amount back, revokes access, and writes an audit entry with the reason', async () => {
    expect(await refund()).toEqual({ state: 'processed', failure: null });
    expect(made()).toMatchObject([{ amount: 1_000, status: 'processed' }]);
    expect(await statusOf()).toMatchObject({ isPaid: false, refund: { amount: 10 } });
    expect((await test.call({ url: '/api/requests', token: teacher.token })).statusCode).toBe(402);
    expect(await refundNotices()).toEqual([{ amount: 10 }]);
    const { history, payments } = await page();
    expect(payments).toMatchObject([
      { status: 'refunded', canRefund: false, refunds: [{ state: 'processed', origin: 'administrator' }] },
    ]);
    const entry = history.find(({ action }) => action === 'payment.refund');
    expect(entry).toMatchObject({ actor: 'The Administrator', details: { reason: REASON } });
    // Payment list and receipt still contain the refunded payment.
    const list = await test.call({ url: '/api/admin/paid-users', token: admin.token });
    expect(list.json().users).toMatchObject([{ _id: teacher.user._id, isPaid: false, paymentAmount: 10 }]);
    expect(list.json().users[0].paymentDate).toMatch(/^\d{4}-/);
    expect(list.json().users[0].refundedAt).toMatch(/^\d{4}-/);
    const receipt = await test.call({ url: '/api/payment/receipt', token: teacher.token });
    expect(receipt.json()).toMatchObject({ amount: 10, refund: { amount: 10 } });
  });

  it('requested by four concurrent calls at two servers is paid once', async () => {
    const answers = await Promise.all([test, second, test, second].map((server) => ask(server)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await refund()).state).toBe('processed');
    expect(made()).toHaveLength(1);
    expect(await storedRefunds()).toHaveLength(1);
    const asked = (await page()).history.filter(({ action }) => action === 'payment.refund');
    expect(asked).toHaveLength(1);
  });

  it.each(['down', 'hang', 'nonsense'] as const)(
    'stays requested while the provider is %s, and the reconciler finishes it',
    async (mode) => {
      double.mode = mode;
      expect((await refund()).state).toBe('asked');
      expect(await statusOf()).toMatchObject({ isPaid: true, refund: { paidBackAt: null } });
      await expect(follow()).rejects.toThrow(AggregateError);
      expect(await storedRefunds()).toMatchObject([{ state: 'asked' }]);
      double.mode = 'well';
      await follow();
      expect(await storedRefunds()).toMatchObject([{ state: 'processed' }]);
      expect(made()).toHaveLength(1);
      expect((await statusOf()).isPaid).toBe(false);
    },
  );

  it('whose response was lost is not created a second time', async () => {
    double.mode = 'lose';
    expect((await refund()).state).toBe('asked');
    expect(made()).toHaveLength(1);
    double.mode = 'well';
    expect((await refund()).state).toBe('processed');
    expect(made()).toHaveLength(1);
  });

  it('that the bank has not paid yet revokes no access until the webhook reports it as processed', async () => {
    double.refundsAre = 'pending';
    expect((await refund()).state).toBe('pending');
    expect(await statusOf()).toMatchObject({ isPaid: true, refund: { paidBackAt: null } });
    expect(await refundNotices()).toEqual([]);
    double.endRefund(made()[0], 'processed');
    await send(double.refundWebhook('refund.processed', made()[0]));
    await send(double.refundWebhook('refund.processed', made()[0]));
    await follow();
    expect(await refundNotices()).toHaveLength(1);
    const { isPaid, refund: seen } = await statusOf();
    expect([isPaid, seen?.paidBackAt]).toEqual([false, expect.any(String)]);
  });

  it('that the bank could not pay revokes no access, and can be requested again', async () => {
    double.refundsAre = 'pending';
    await refund();
    double.endRefund(made()[0], 'failed');
    await send(double.refundWebhook('refund.failed', made()[0]));
    expect(await storedRefunds()).toMatchObject([{ state: 'failed' }]);
    expect(await statusOf()).toEqual({ isPaymentRequired: true, isPaid: true });
    double.refundsAre = 'processed';
    expect((await refund()).state).toBe('processed');
    expect(await storedRefunds()).toMatchObject([{ state: 'failed' }, { state: 'processed' }]);
  });

  it("that the provider refuses returns the provider's reason, and changes nothing", async () => {
    double.refundsAre = 'refused';
    expect(await refund()).toEqual({
      state: 'failed',
      failure: 'Your account does not have enough balance',
    });
    expect(await statusOf()).toEqual({ isPaymentRequired: true, isPaid: true });
    expect((await page()).payments).toMatchObject([{ status: 'paid', canRefund: true }]);
  });

  it('of an order with two captured payments pays back the booked one, and ends', async () => {
    double.pay(payment.orderId);
    expect((await refund()).state).toBe('processed');
    expect(made()).toHaveLength(1);
    expect(await statusOf()).toMatchObject({ isPaid: false, refund: { amount: 10 } });
    await follow();
    expect(await storedRefunds()).toMatchObject([{ state: 'processed' }]);
  });

  it('of the first of two captured payments, made in the provider’s dashboard, leaves the second booked', async () => {
    double.pay(payment.orderId);
    const first = double.refundElsewhere(payment.paymentId);
    await send(double.refundWebhook('refund.processed', first));
    expect((await statusOf()).isPaid).toBe(true);
    expect((await refund()).state).toBe('processed');
    expect((await statusOf()).isPaid).toBe(false);
  });

  it('made in the provider’s dashboard is stored by its webhook', async () => {
    double.refundElsewhere(payment.paymentId);
    await send(double.refundWebhook('refund.processed', made()[0]));
    expect(await storedRefunds()).toMatchObject([{ state: 'processed', origin: 'provider' }]);
    expect((await statusOf()).isPaid).toBe(false);
    expect((await refund()).state).toBe('processed');
    expect(made()).toHaveLength(1);
  });

  it('requested here after it was made in the provider’s dashboard fails, and the earlier one is stored', async () => {
    double.refundElsewhere(payment.paymentId);
    expect((await refund()).state).toBe('failed');
    expect((await storedRefunds()).map(({ state, origin }) => `${origin} ${state}`).toSorted()).toEqual([
      'administrator failed',
      'provider processed',
    ]);
    expect((await statusOf()).isPaid).toBe(false);
  });

  it('of a part, made in the provider’s dashboard, revokes no access', async () => {
    double.refundElsewhere(payment.paymentId, 400);
    await send(double.refundWebhook('refund.processed', made()[0]));
    expect([await storedRefunds(), (await statusOf()).isPaid]).toEqual([[], true]);
  });

  it('allows the teacher to pay again', async () => {
    await refund();
    await payFee(test, double, teacher.token);
    expect(await statusOf()).toEqual({ isPaymentRequired: true, isPaid: true });
  });

  it('is refused for an unpaid order, without a reason, and for teachers', async () => {
    const other = await registerTeacher(test);
    await test.call({ method: 'POST', url: '/api/payment/create-order', token: other.token });
    const { id } = await test.database.db
      .selectFrom('payment_orders')
      .select('id')
      .where('user_id', '=', other.user._id)
      .executeTakeFirstOrThrow();
    expect((await ask(test, id)).json<Problem>().code).toBe('not_refundable');
    expect((await ask(test, admin.user._id)).statusCode).toBe(404);
    expect((await ask(test, payment.id, teacher.token)).statusCode).toBe(403);
    const url = `/api/admin/payments/${payment.id}/refund`;
    const body = { reason: '' };
    expect((await test.call({ method: 'POST', url, body, token: admin.token })).statusCode).toBe(400);
    expect(made()).toEqual([]);
  });

  it('of two orders by two administrators at once leaves a teacher in an agreement one of them', async () => {
    await test.database.db.updateTable('payment_settings').set({ is_payment_required: false }).execute();
    const ring = await ringOfThree(test, 'Psychology');
    await agreed(test, ring);
    await requireFee(test);
    const { token } = ring[0].teacher;
    const old = await test.call({ method: 'POST', url: '/api/payment/create-order', token });
    await test.database.db.updateTable('payment_settings').set({ payment_amount: 20 }).execute();
    const first = await payFee(test, double, token);
    const { orderId } = old.json();
    await send(double.webhook('payment.captured', double.pay(orderId).id));
    const { id: secondId } = await test.database.db
      .selectFrom('payment_orders')
      .select('id')
      .where('provider_order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const answers = await Promise.all([ask(test, first.id), ask(second, secondId)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await test.call({ url: '/api/payment/status', token })).json().isPaid).toBe(true);
  });

  it('is refused while the teacher is in an agreement, and later names the broken agreement in the audit log', async () => {
    await test.database.db.updateTable('payment_settings').set({ is_payment_required: false }).execute();
    const ring = await ringOfThree(test, 'Sociology');
    const agreement = await agreed(test, ring);
    await requireFee(test);
    for (const member of ring) await payFee(test, double, member.teacher.token);
    teacher = ring[0].teacher;
    const id = (await page()).payments[0]?._id;
    expect((await ask(test, id)).json<Problem>().code).toBe('refund_in_agreement');
    const url = `/api/agreements/${agreement}/leave`;
    const left = await test.call({
      method: 'POST',
      url,
      body: { reason: 'Ill' },
      token: ring[1].teacher.token,
    });
    expect(left.statusCode, left.body).toBe(200);
    expect((await page()).brokenAgreementAt).toEqual(expect.any(String));
    expect((await ask(test, id)).json<AskedRefund>().state).toBe('processed');
    const entry = (await page()).history.find(({ action }) => action === 'payment.refund');
    expect(entry?.details).toMatchObject({ agreement });
  });

  it('appears on the receipt, in the data export and in the payments CSV, and no longer counts as income', async () => {
    const income = async () => {
      const growth = await test.call({ url: '/api/admin/growth', token: admin.token });
      return growth.json().days.reduce((sum, day) => sum + day.income, 0);
    };
    const before = await income();
    await refund();
    expect(await income()).toBe(before - 10);
    const receipt = await test.call({ url: '/api/payment/receipt', token: teacher.token });
    expect(receipt.json().refund).toMatchObject({ amount: 10 });
    const own = await test.call({ url: '/api/auth/export', token: teacher.token });
    expect(own.json<{ refunds: object[] }>().refunds).toMatchObject([
      { state: 'processed', amount_paise: 1_000 },
    ]);
    const csv = await test.call({ url: '/api/admin/payments.csv', token: admin.token });
    const line = csv.body.split('\n').find((row) => row.includes(payment.paymentId));
    expect(line).toContain(',Refunded,');
    expect(line).toContain(made()[0]?.id ?? 'no refund');
  });
});

describe('the sandbox', () => {
  it('refunds a payment once', async () => {
    const local = await startTestApp();
    try {
      await requireFee(local);
      const boss = await makeAdministrator(local);
      const { token } = await registerTeacher(local);
      const order = await local.call({ method: 'POST', url: '/api/payment/create-order', token });
      const body = { orderId: order.json().orderId, outcome: 'success' };
      await local.call({ method: 'POST', url: '/api/payment/sandbox/pay', body, token });
      await local.settled();
      const { id } = await local.database.db
        .selectFrom('payment_orders')
        .select('id')
        .executeTakeFirstOrThrow();
      for (let time = 0; time < 2; time += 1) {
        expect((await ask(local, id, boss.token)).json()).toEqual({ state: 'processed', failure: null });
      }
      const status = await local.call({ url: '/api/payment/status', token });
      expect(status.json()).toMatchObject({ isPaid: false, refund: { amount: 10 } });
    } finally {
      await local.close();
    }
  });
});
