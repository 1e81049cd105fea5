import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { payFee, requireFee } from '../../test/testing/services/payers.ts';
import { type RazorpayDouble, startRazorpayDouble } from '../../test/testing/services/razorpay-double.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { reconcile } from './reconcile.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Maximum number of events, and of orders, that one run processes. */
const AT_ONCE = 100;

let double: RazorpayDouble;
let test: TestApp;
/** Provider that throws for orders in `broken`, and otherwise calls the double of Razorpay. */
let provider: PaymentProvider;
const broken = new Set<string>();

beforeAll(async () => {
  double = await startRazorpayDouble();
  const findPayments: PaymentProvider['findPayments'] = async (orderId) => {
    if (broken.has(orderId)) throw new Error('the provider fails for this order');
    return double.provider.findPayments(orderId);
  };
  provider = { ...double.provider, findPayments };
  test = await startTestApp(() => ({ provider }));
  await requireFee(test);
});
afterAll(async () => {
  await test.close();
  await double.close();
});
beforeEach(() => broken.clear());

const run = () => reconcile(test.database.db, provider, test.clock.now);

function wait(milliseconds: number): void {
  test.clock.now = new Date(test.clock.now.getTime() + milliseconds);
}

async function orderOf({ token }: TestTeacher): Promise<string> {
  const made = await test.call({ method: 'POST', url: '/api/payment/create-order', token });
  expect(made.statusCode, made.body).toBe(200);
  return made.json().orderId;
}

async function hasPaid({ token }: TestTeacher): Promise<boolean> {
  return (await test.call({ url: '/api/payment/status', token })).json().isPaid;
}

async function storeEvent(id: string, orderId: string): Promise<void> {
  const body = JSON.stringify({ payload: { order: { entity: { id: orderId } } } });
  await test.database.db
    .insertInto('payment_events')
    .values({ id, provider: 'razorpay', body, received_at: test.clock.now })
    .execute();
}

const outcomeOf = async (id: string) =>
  (
    await test.database.db
      .selectFrom('payment_events')
      .select('outcome')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).outcome;

describe('the reconciler', () => {
  it('updates the other orders when one fails, and reports the failure', async () => {
    const [first, second] = [await registerTeacher(test), await registerTeacher(test)];
    const failing = await orderOf(first);
    double.pay(failing);
    broken.add(failing);
    wait(1_000);
    double.pay(await orderOf(second));
    wait(16 * MINUTE);
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(/^1 failed, .*for this order/),
    });
    expect([await hasPaid(first), await hasPaid(second)]).toEqual([false, true]);
    broken.clear();
    await run();
    expect(await hasPaid(first)).toBe(true);
  });

  it('reports a failed refund, and requests it again', async () => {
    const teacher = await registerTeacher(test);
    const { id, orderId } = await payFee(test, double, teacher.token);
    await test.database.db
      .insertInto('payment_refunds')
      .values({
        id: crypto.randomUUID(),
        order_id: id,
        amount_paise: 1_000,
        origin: 'administrator',
        asked_at: test.clock.now,
      })
      .execute();
    broken.add(orderId);
    await expect(run()).rejects.toThrow(AggregateError);
    broken.clear();
    await run();
    expect(await hasPaid(teacher)).toBe(false);
  });

  it('processes later events although earlier ones always fail, and gives up the earlier ones after a week', async () => {
    for (let index = 0; index < AT_ONCE; index += 1) {
      broken.add(`order_broken_${index}`);
      await storeEvent(`event_broken_${index}`, `order_broken_${index}`);
    }
    wait(1_000);
    const teacher = await registerTeacher(test);
    const orderId = await orderOf(teacher);
    double.pay(orderId);
    await storeEvent('event_later', orderId);
    await expect(run()).rejects.toThrow('100 failed');
    await expect(run()).rejects.toThrow('99 failed');
    expect([await hasPaid(teacher), await outcomeOf('event_later')]).toEqual([true, 'paid']);
    wait(7 * DAY - 10 * MINUTE);
    await expect(run()).rejects.toThrow('100 failed');
    wait(20 * MINUTE);
    await run();
    expect(await outcomeOf('event_broken_0')).toBe('given up');
  });
});
