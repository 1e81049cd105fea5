import { DEFAULT_FEE } from '@mutual-transfer/domain/constants';
import type { PaymentOrder } from '@mutual-transfer/domain/payments/payment';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { type RazorpayDouble, startRazorpayDouble } from '../../test/testing/services/razorpay-double.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { reconcile } from './reconcile.ts';

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
  await setFee(10);
  teacher = await registerTeacher(test);
});

const call = (url: string, body?: unknown, token = teacher.token) =>
  test.call({ method: 'POST', url: `/api/payment/${url}`, token, ...(body === undefined ? {} : { body }) });

async function setFee(paymentAmount: number, isPaymentRequired = true): Promise<void> {
  const body = { isPaymentRequired, paymentAmount };
  const response = await test.call({ method: 'PUT', url: '/api/payment/settings', body, token: admin.token });
  expect(response.statusCode, response.body).toBe(200);
}

async function order(token?: string): Promise<PaymentOrder> {
  const response = await call('create-order', undefined, token);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<PaymentOrder>();
}

async function send({ body, headers }: { body: string; headers: Record<string, string> }) {
  const response = await test.call({ method: 'POST', url: '/api/payment/webhook', body, headers });
  await test.settled();
  return response;
}

async function hasPaid(who = teacher): Promise<boolean> {
  const status = await test.call({ url: '/api/payment/status', token: who.token });
  const open = await test.call({ url: '/api/requests', token: who.token });
  const { isPaid } = status.json();
  expect(open.statusCode).toBe(isPaid ? 200 : 402);
  return isPaid;
}

async function waitAndReconcile(): Promise<void> {
  test.clock.now = new Date(test.clock.now.getTime() + 16 * 60_000);
  await reconcile(test.database.db, double.provider, test.clock.now);
}

/** Returns a function that waits until this number of callers have called it. */
function meetingOf(size: number): () => Promise<void> {
  let come = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    come += 1;
    if (come === size) resolve();
    return promise;
  };
}

async function grants(): Promise<number> {
  const rows = await test.database.db
    .selectFrom('payment_orders')
    .select('id')
    .where('user_id', '=', teacher.user._id)
    .where('status', '=', 'paid')
    .execute();
  return rows.length;
}

describe('payment', () => {
  it('order, checkout and verify grant access', async () => {
    expect(await hasPaid()).toBe(false);
    const made = await order();
    expect(made).toMatchObject({ amount: 1_000, currency: 'INR', key: 'key_of_tests', provider: 'razorpay' });
    const verified = await call('verify', double.pay(made.orderId).checkout);
    expect([verified.statusCode, verified.json()]).toEqual([
      200,
      { message: 'Your payment has been received. Thank you.' },
    ]);
    expect(await hasPaid()).toBe(true);
    const growth = await test.call({ url: '/api/admin/growth', token: admin.token });
    expect(growth.json().days.at(-1)).toMatchObject({ payments: 1, income: 10 });
    expect((await call('create-order')).json<Problem>().code).toBe('payment_not_needed');
  });

  it('the webhook alone grants access if the browser was closed after the capture', async () => {
    const { id } = double.pay((await order()).orderId);
    expect((await send(double.webhook('payment.captured', id))).statusCode).toBe(200);
    expect(await hasPaid()).toBe(true);
  });

  it('verify alone grants access if no webhook arrives', async () => {
    await call('verify', double.pay((await order()).orderId).checkout);
    expect(await hasPaid()).toBe(true);
  });

  it('the reconciler grants access after 15 minutes, and not earlier, without verify and webhook', async () => {
    double.pay((await order()).orderId);
    await reconcile(test.database.db, double.provider, test.clock.now);
    expect(await hasPaid()).toBe(false);
    await waitAndReconcile();
    expect(await hasPaid()).toBe(true);
  });

  it('twenty concurrent calls of verify grant access once', async () => {
    const { checkout } = double.pay((await order()).orderId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('verify', checkout)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(await grants()).toBe(1);
  });

  it('verify and a concurrent webhook grant access once', async () => {
    const { id, checkout } = double.pay((await order()).orderId);
    const hook = double.webhook('payment.captured', id);
    const [verified, sent] = await Promise.all([call('verify', checkout), send(hook)]);
    expect([verified.statusCode, sent.statusCode]).toEqual([200, 200]);
    expect([await hasPaid(), await grants()]).toEqual([true, 1]);
  });

  it('the same event sent three times is stored once', async () => {
    const { id } = double.pay((await order()).orderId);
    const hook = double.webhook('payment.captured', id, 'event_thrice');
    for (let time = 0; time < 3; time += 1) expect((await send(hook)).statusCode).toBe(200);
    const rows = await test.database.db
      .selectFrom('payment_events')
      .selectAll()
      .where('id', '=', 'event_thrice')
      .execute();
    expect(rows.map((row) => row.outcome)).toEqual(['paid']);
    expect(await grants()).toBe(1);
  });

  it('the same body under a new event id changes nothing', async () => {
    const { id } = double.pay((await order()).orderId);
    await send(double.webhook('payment.captured', id, 'event_first'));
    const before = await test.database.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', teacher.user._id)
      .execute();
    await send(double.webhook('payment.captured', id, 'event_again'));
    expect(
      await test.database.db.selectFrom('users').selectAll().where('id', '=', teacher.user._id).execute(),
    ).toEqual(before);
  });

  it('verify and webhook refuse data with one changed byte, and do not store it', async () => {
    const { id, checkout } = double.pay((await order()).orderId);
    const hook = double.webhook('payment.captured', id, 'event_changed');
    expect((await send({ ...hook, body: hook.body.replace('captured', 'Captured') })).statusCode).toBe(400);
    expect(
      (await send({ ...hook, headers: { ...hook.headers, 'x-razorpay-signature': '' } })).statusCode,
    ).toBe(400);
    const signature = checkout.razorpay_signature ?? '';
    const forged = `${signature.startsWith('a') ? 'b' : 'a'}${signature.slice(1)}`;
    const verified = await call('verify', { ...checkout, razorpay_signature: forged });
    expect([verified.statusCode, verified.json<Problem>().message]).toEqual([
      400,
      'Payment verification failed. Please contact support.',
    ]);
    expect(await hasPaid()).toBe(false);
  });

  it('an authorised payment is captured and grants access, and a late authorised event revokes nothing', async () => {
    const { id, checkout } = double.pay((await order()).orderId, { status: 'authorized' });
    expect((await call('verify', checkout)).statusCode).toBe(200);
    expect(double.payments.find((candidate) => candidate.id === id)?.status).toBe('captured');
    await send(double.webhook('payment.captured', id));
    await send(double.webhook('payment.authorized', id));
    expect(await hasPaid()).toBe(true);
  });

  it('an authorised payment is captured by the reconciler when it looks at its order', async () => {
    const { id } = double.pay((await order()).orderId, { status: 'authorized' });
    await waitAndReconcile();
    expect(double.payments.find((candidate) => candidate.id === id)?.status).toBe('captured');
    expect(await hasPaid()).toBe(true);
  });

  it('an authorised payment of a teacher who has paid another order is not captured', async () => {
    const { orderId: earlier } = await order();
    await setFee(20);
    await call('verify', double.pay((await order()).orderId).checkout);
    const { id } = double.pay(earlier, { status: 'authorized' });
    await send(double.webhook('payment.authorized', id));
    await waitAndReconcile();
    expect(double.payments.find((candidate) => candidate.id === id)?.status).toBe('authorized');
    expect(await grants()).toBe(1);
  });

  it('an authorised payment that the provider paid back without a capture gets no receipt', async () => {
    const { orderId } = await order();
    const { id } = double.pay(orderId, { status: 'refunded', captured: false });
    await send(double.webhook('payment.refunded', id));
    await waitAndReconcile();
    const stored = await test.database.db
      .selectFrom('payment_orders')
      .select(['status', 'receipt_number'])
      .where('provider_order_id', '=', orderId)
      .executeTakeFirst();
    expect(stored).toEqual({ status: 'failed', receipt_number: null });
  });

  it('a payment that is captured after a failed one of the same order grants access', async () => {
    const { orderId } = await order();
    const failed = double.pay(orderId, { status: 'failed' });
    await send(double.webhook('payment.failed', failed.id));
    expect((await call('verify', failed.checkout)).statusCode).toBe(400);
    expect(await hasPaid()).toBe(false);
    const captured = double.pay(orderId);
    await send(double.webhook('payment.captured', captured.id));
    expect(await hasPaid()).toBe(true);
  });

  it('a payment of the right amount grants access, although one of a wrong amount was captured before it', async () => {
    const { orderId } = await order();
    const wrong = double.pay(orderId, { amount: 100 });
    await send(double.webhook('payment.captured', wrong.id));
    expect(await hasPaid()).toBe(false);
    const right = double.pay(orderId);
    await send(double.webhook('payment.captured', right.id));
    expect(await hasPaid()).toBe(true);
  });

  it('a teacher cannot verify the payment of another teacher', async () => {
    const { checkout } = double.pay((await order()).orderId);
    const other = await registerTeacher(test);
    expect((await call('verify', checkout, other.token)).statusCode).toBe(404);
    expect(await hasPaid(other)).toBe(false);
  });

  it('verify refuses an earlier payment for a new order', async () => {
    const old = double.pay((await order()).orderId);
    await call('verify', old.checkout);
    const other = await registerTeacher(test);
    const { orderId } = await order(other.token);
    const mixed = { ...old.checkout, razorpay_order_id: orderId };
    expect((await call('verify', mixed, other.token)).statusCode).toBe(400);
    expect(await hasPaid(other)).toBe(false);
  });

  it.each([[{ amount: 999 }], [{ amount: 100_000 }], [{ currency: 'USD' }]])(
    'a payment with %j instead of the order’s value grants no access',
    async (difference) => {
      const { id, checkout } = double.pay((await order()).orderId, difference);
      expect((await call('verify', checkout)).statusCode).toBe(400);
      await send(double.webhook('payment.captured', id));
      await waitAndReconcile();
      expect(await hasPaid()).toBe(false);
    },
  );

  it('a price change between order and payment does not change the order', async () => {
    const made = await order();
    await setFee(99);
    await call('verify', double.pay(made.orderId).checkout);
    const { paid_rupees } = await test.database.db
      .selectFrom('users')
      .select('paid_rupees')
      .where('id', '=', teacher.user._id)
      .executeTakeFirstOrThrow();
    expect(paid_rupees).toBe(10);
  });

  it('create-order refuses an outdated price and creates no order', async () => {
    await setFee(25);
    const stale = await call('create-order', { paymentAmount: 10 });
    expect([stale.statusCode, stale.json<Problem>().code]).toEqual([409, 'price_changed']);
    expect(stale.json<Problem>().message).toContain('₹25');
    const orders = await test.database.db
      .selectFrom('payment_orders')
      .selectAll()
      .where('user_id', '=', teacher.user._id)
      .execute();
    expect(orders).toEqual([]);
    const seen = await call('create-order', { paymentAmount: 25 });
    expect(seen.json<PaymentOrder>().amount).toBe(2_500);
    expect((await call('create-order', { paymentAmount: '25' })).statusCode).toBe(400);
  });

  it('create-order returns the same order when it is repeated after a lost response', async () => {
    double.mode = 'lose';
    const before = double.orders.length;
    const lost = await call('create-order');
    expect([lost.statusCode, lost.headers['retry-after']]).toEqual([503, '5']);
    double.mode = 'well';
    const first = await order();
    const second = await order();
    expect(first).toEqual(second);
    expect(double.orders.length - before).toBe(1);
    const rows = await test.database.db
      .selectFrom('payment_orders')
      .selectAll()
      .where('user_id', '=', teacher.user._id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('two concurrent calls of create-order return the same order, and its payment counts', async () => {
    const before = double.orders.length;
    const meet = meetingOf(2);
    const createOrder: PaymentProvider['createOrder'] = async (asked) => {
      await meet();
      return double.provider.createOrder(asked);
    };
    const twin = await joinTestApp(test, { provider: { ...double.provider, createOrder } });
    double.mode = 'blind';
    const create = () =>
      twin.call({ method: 'POST', url: '/api/payment/create-order', token: teacher.token });
    const answers = await Promise.all([create(), create()]);
    double.mode = 'well';
    await twin.close();
    const [first, second] = answers.map((answer) => answer.json<PaymentOrder>().orderId);
    expect(double.orders.length - before).toBe(2);
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
    expect((await order()).orderId).toBe(first);
    expect((await call('verify', double.pay(first ?? '').checkout)).statusCode).toBe(200);
  });

  it('a payment on a second order of the same receipt counts, and is refunded on that order', async () => {
    const { orderId } = await order();
    const made = double.orders.find(({ id }) => id === orderId);
    const second = `${orderId}_second`;
    if (made) double.orders.push({ ...made, id: second });
    const { id } = double.pay(second);
    await send(double.webhook('payment.captured', id));
    expect([await hasPaid(), await grants()]).toEqual([true, 1]);
    double.refundElsewhere(id);
    await send(double.webhook('refund.processed', id));
    expect(await hasPaid()).toBe(false);
  });

  it('a second order of the same receipt is ignored once the first is paid, and so is an order of another product', async () => {
    const { orderId } = await order();
    const made = double.orders.find(({ id }) => id === orderId);
    await call('verify', double.pay(orderId).checkout);
    const amount = 1_000;
    const others = [made?.receipt ?? '', 'an invoice of another product'].map((receipt, index) => {
      const id = `${orderId}_other_${index}`;
      double.orders.push({ id, receipt, amount, currency: 'INR' });
      return double.pay(id).id;
    });
    for (const id of others) await send(double.webhook('payment.captured', id));
    const rows = await test.database.db
      .selectFrom('payment_orders')
      .select(['provider_order_id', 'status'])
      .where('user_id', '=', teacher.user._id)
      .execute();
    expect(rows).toEqual([{ provider_order_id: orderId, status: 'paid' }]);
    const outcomes = await test.database.db
      .selectFrom('payment_events')
      .select('outcome')
      .where(
        'id',
        'in',
        others.map((id) => `event_${id}_payment.captured`),
      )
      .execute();
    expect(outcomes).toEqual([{ outcome: 'ignored' }, { outcome: 'ignored' }]);
  });

  it('an event that was stored before the process was killed is processed later', async () => {
    const { id } = double.pay((await order()).orderId);
    const { body } = double.webhook('payment.captured', id);
    const received_at = test.clock.now;
    await test.database.db
      .insertInto('payment_events')
      .values({ id: 'event_left', provider: 'razorpay', body, received_at })
      .execute();
    await reconcile(test.database.db, double.provider, test.clock.now);
    expect(await hasPaid()).toBe(true);
  });

  it('verify can be repeated after its database connections were terminated', async () => {
    const { checkout } = double.pay((await order()).orderId);
    const verifying = call('verify', checkout);
    await test.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expect([200, 503]).toContain((await verifying).statusCode);
    // The pool notices each terminated connection at its own time, so a caller that gets 503 retries.
    await expect.poll(async () => (await call('verify', checkout)).statusCode).toBe(200);
    expect([await hasPaid(), await grants()]).toEqual([true, 1]);
  });

  it.each(['down', 'hang', 'nonsense'] as const)(
    'a provider that is %s affects payments only',
    async (mode) => {
      const made = await order();
      const { id, checkout } = double.pay(made.orderId);
      double.mode = mode;
      expect((await call('verify', checkout)).statusCode).toBe(503);
      expect((await send(double.webhook('payment.captured', id))).statusCode).toBe(200);
      expect((await test.call({ url: '/api/requests/public' })).statusCode).toBe(200);
      expect(await hasPaid()).toBe(false);
      double.mode = 'well';
      await reconcile(test.database.db, double.provider, test.clock.now);
      expect(await hasPaid()).toBe(true);
    },
  );

  it('a refund revokes access', async () => {
    const { id, checkout } = double.pay((await order()).orderId);
    await call('verify', checkout);
    double.refundElsewhere(id);
    await send(double.webhook('refund.processed', id));
    expect(await hasPaid()).toBe(false);
  });
});

describe('the fee', () => {
  it('is set by administrators only, in whole rupees', async () => {
    const put = (body: unknown, token = admin.token) =>
      test.call({ method: 'PUT', url: '/api/payment/settings', body, token });
    expect((await put({ isPaymentRequired: true, paymentAmount: 5 }, teacher.token)).statusCode).toBe(403);
    for (const paymentAmount of [-1, 1.5, '10', null, 1e9]) {
      expect((await put({ isPaymentRequired: true, paymentAmount })).statusCode).toBe(400);
    }
    for (const token of [teacher.token, undefined]) {
      const read = await test.call({ url: '/api/payment/settings', token });
      expect(read.json()).toEqual({ isPaymentRequired: true, paymentAmount: DEFAULT_FEE });
    }
  });

  it('is not required from teachers if it is 0, and never from administrators', async () => {
    expect((await test.call({ url: '/api/payment/status', token: admin.token })).json()).toEqual({
      isPaymentRequired: false,
      isPaid: false,
    });
    await setFee(0);
    expect((await test.call({ url: '/api/payment/status', token: teacher.token })).json()).toEqual({
      isPaymentRequired: false,
      isPaid: false,
    });
    expect((await test.call({ url: '/api/requests/my', token: teacher.token })).statusCode).toBe(200);
  });
});

describe('the sandbox', () => {
  it('pays and fails with signatures and webhooks like those of the provider', async () => {
    const local = await startTestApp();
    try {
      const boss = await makeAdministrator(local);
      const body = { isPaymentRequired: true, paymentAmount: 25 };
      await local.call({ method: 'PUT', url: '/api/payment/settings', body, token: boss.token });
      const payer = await registerTeacher(local);
      const post = (url: string, content?: object) =>
        local.call({
          method: 'POST',
          url: `/api/payment/${url}`,
          token: payer.token,
          ...(content ? { body: content } : {}),
        });
      const made = (await post('create-order')).json<PaymentOrder>();
      expect(made).toMatchObject({ amount: 2_500, provider: 'sandbox' });
      const failed = await post('sandbox/pay', { orderId: made.orderId, outcome: 'failure' });
      expect(failed.json<Problem>().code).toBe('payment_failed');
      await local.settled();
      const paid = await post('sandbox/pay', { orderId: made.orderId, outcome: 'success' });
      expect(paid.statusCode).toBe(200);
      expect((await post('verify', paid.json())).statusCode).toBe(200);
      await local.settled();
      const status = await local.call({ url: '/api/payment/status', token: payer.token });
      expect(status.json().isPaid).toBe(true);
    } finally {
      await local.close();
    }
  });

  it('does not exist beside a real provider', async () => {
    expect((await call('sandbox/pay', { orderId: 'x', outcome: 'success' })).statusCode).toBe(404);
  });
});

describe('the receipt', () => {
  it('shows amount, currency, payee and payer of the payment, and receipts are numbered without gaps', async () => {
    const receipt = (who: TestTeacher) => test.call({ url: '/api/payment/receipt', token: who.token });
    expect((await receipt(teacher)).statusCode).toBe(404);
    const other = await registerTeacher(test);
    for (const who of [teacher, other]) {
      const { orderId } = await order(who.token);
      expect((await call('verify', double.pay(orderId).checkout, who.token)).statusCode).toBe(200);
    }
    const [first, second] = [await receipt(teacher), await receipt(other)].map((one) =>
      one.json<{ number: string; amount: number }>(),
    );
    expect(first).toMatchObject({
      amount: 10,
      currency: 'INR',
      payee: 'Mutual Transfer',
      payer: teacher.user.name,
    });
    expect(Number(second?.number.slice(3))).toBe(Number(first?.number.slice(3)) + 1);
  });

  it('has a number of its own if the payment was refunded before the server learned of it', async () => {
    const { id } = double.pay((await order()).orderId);
    double.refundElsewhere(id);
    await send(double.webhook('payment.captured', id));
    const receipt = await test.call({ url: '/api/payment/receipt', token: teacher.token });
    const { number, refund } = receipt.json();
    expect(refund).toMatchObject({ amount: 10 });
    expect(number).toMatch(/^MT-\d{6}$/);
    expect(number).not.toBe('MT-000000');
  });
});
