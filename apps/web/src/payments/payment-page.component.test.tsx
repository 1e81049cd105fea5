import type { OwnRefund } from '@mutual-transfer/domain/payments/payment';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { meOf } from '../testing/dashboards.ts';
import { idOf, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import PaymentPage from './payment-page.tsx';

type Call = '/settings' | '/create-order' | '/sandbox/pay' | '/verify';
type Answers = Partial<Record<Call, () => { status: number; body: unknown }>>;

let api: ReturnType<typeof answerCalls> | undefined;
/** Fee that the server asks for. */
let paymentAmount: number;
let requests: TransferRequest[];
beforeEach(() => {
  requests = [];
  paymentAmount = 10;
});
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
});

/** Shows the payment page. The mocked API offers the test checkout; `except` overrides single answers. */
async function showPayment(except: Answers = {}, refund?: OwnRefund) {
  const payment = { isPaymentRequired: true, isPaid: false, ...(refund && { refund }) };
  const me = { status: 200, body: meOf(signInAs(), { payment }) };
  const answers: Required<Answers> = {
    '/settings': () => ({ status: 200, body: { isPaymentRequired: true, paymentAmount } }),
    '/create-order': () => ({
      status: 201,
      body: {
        provider: 'sandbox',
        orderId: 'order_1',
        amount: paymentAmount * 100,
        currency: 'INR',
        key: '',
      },
    }),
    '/sandbox/pay': () => ({ status: 200, body: {} }),
    '/verify': () => ({ status: 200, body: {} }),
    ...except,
  };
  api = answerCalls((path) => {
    if (path === '/api/me') return me;
    if (path === '/api/requests/my') return { status: 200, body: { requests } };
    return answers[path.replace('/api/payment', '') as Call]();
  });
  await show(<PaymentPage />);
}

const pay = (amount = 10) => page.getByRole('button', { name: `Pay ₹${amount}`, exact: true });
const orders = () => api?.calls.filter(({ path }) => path.endsWith('/create-order')) ?? [];

it('a price that has changed is shown before anything is paid', async () => {
  await showPayment({
    '/create-order': () => {
      if (paymentAmount === 25) return { status: 201, body: { provider: 'sandbox', amount: 2_500 } };
      paymentAmount = 25;
      const message = 'The fee has changed: it is ₹25 now.';
      return { status: 409, body: { code: 'price_changed', message, requestId: '' } };
    },
  });
  await pay().click();
  await expect.element(page.getByText('The fee has changed: it is ₹25 now.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await pay(25).click();
  await expect.element(page.getByRole('dialog').getByText('₹25', { exact: true })).toBeVisible();
  expect(orders().at(-1)?.body).toEqual({ paymentAmount: 25 });
});

it('a member of an agreement reads that the agreement goes on', async () => {
  requests = [ownRequest({ status: 'pending', agreement: { _id: idOf(20), isFiled: false } })];
  await showPayment();
  await expect.element(page.getByText(/^Your agreement goes on/)).toBeVisible();
});

it('a payment that cannot be verified shows an error', async () => {
  await showPayment({
    '/verify': () => ({ status: 400, body: { code: 'payment_failed', message: '', requestId: '' } }),
  });
  await pay().click();
  await page.getByRole('button', { name: 'Pay ₹10 (test)' }).click();
  await expect.element(page.getByText('Payment verification failed. Please contact support.')).toBeVisible();
});

it('an order without a connection does not speak of typed text', async () => {
  await showPayment({
    '/create-order': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await pay().click();
  await expect
    .element(page.getByText('Failed to initiate payment. Please try again. No connection at the moment.'))
    .toBeVisible();
});

it('an order that fails shows an error, and a double click orders only once', async () => {
  let isDown = true;
  await showPayment({
    '/create-order': () =>
      isDown ? { status: 500, body: {} } : { status: 201, body: { provider: 'sandbox', amount: 1_000 } },
  });
  await pay().click();
  await expect.element(page.getByText('Failed to initiate payment. Please try again.')).toBeVisible();
  expect(orders()).toHaveLength(1);
  isDown = false;
  await pay().dblClick();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(orders()).toHaveLength(2);
});

it('a fee that fails to load shows an error, and can be requested again', async () => {
  let isDown = true;
  await showPayment({
    '/settings': () =>
      isDown ? { status: 503, body: {} } : { status: 200, body: { isPaymentRequired: true, paymentAmount } },
  });
  await expect.element(page.getByText('Failed to load payment information. Please try again.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(pay()).toBeVisible();
});

it('a member whose fee was paid back reads that beside the fee', async () => {
  const refund = { amount: 10, askedAt: '2026-06-14T06:00:00.000Z', paidBackAt: '2026-06-15T06:00:00.000Z' };
  await showPayment({}, refund);
  await expect.element(pay()).toBeVisible();
  await expect.element(page.getByText(/₹10.*15 Jun 2026/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See the receipt' })).toBeVisible();
});
