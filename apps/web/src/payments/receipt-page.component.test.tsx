import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { meOf } from '../testing/dashboards.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import ReceiptPage from './receipt-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('without a payment the page says that there is no receipt, and fetches none', async () => {
  const body = meOf(signInAs(), { payment: { isPaymentRequired: true, isPaid: false } });
  api = answerCalls(() => ({ status: 200, body }));
  await show(<ReceiptPage />);
  await expect
    .element(page.getByText('There is no payment that a receipt could be given for.'))
    .toBeVisible();
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/me']);
});

it('fetches the receipt of a payment that was refunded', async () => {
  const account = signInAs();
  const refund = { amount: 10, askedAt: '2026-06-15T06:30:00.000Z', paidBackAt: null };
  const receipt = {
    number: 'MT-000001',
    paidAt: '2026-06-15T06:30:00.000Z',
    amount: 10,
    currency: 'INR',
    orderId: 'order_1',
    paymentId: 'pay_1',
    payer: 'Asha Kumari',
    payee: 'Mutual Transfer',
  };
  api = answerCalls((path) => ({
    status: 200,
    body: path.endsWith('/receipt')
      ? receipt
      : meOf(account, { payment: { isPaymentRequired: true, isPaid: false, refund } }),
  }));
  await show(<ReceiptPage />);
  await expect.element(page.getByText('MT-000001')).toBeVisible();
});
