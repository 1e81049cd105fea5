import type {
  UnexplainedPayment,
  UnexplainedPaymentList,
} from '@mutual-transfer/domain/payments/unexplained-payment';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { UnexplainedPayments } from './unexplained-payments.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const id = '01990000-0000-7000-8000-000000000001';
const payment: UnexplainedPayment = {
  _id: id,
  reason: 'second',
  amount: 10,
  currency: 'INR',
  paymentId: 'pay_2',
  orderId: 'order_1',
  teacher: { _id: id, name: 'Mohan Prasad' },
  foundAt: '2026-06-15T06:30:00.000Z',
  refund: null,
  failure: null,
  settled: null,
  note: null,
  settledAt: null,
};

function answerWith(payments: UnexplainedPayment[]) {
  const list: UnexplainedPaymentList = {
    payments,
    pagination: paginationOf({ page: 1, limit: 25 }, payments.length),
  };
  api = answerCalls((path) =>
    path.endsWith('/settlement')
      ? { status: 200, body: { settled: 'linked', refund: null, failure: null } }
      : { status: 200, body: list },
  );
}

it('the administrator links a payment to a teacher, with a reason', async () => {
  answerWith([payment]);
  await show(<UnexplainedPayments userId="a" />);
  await expect.element(page.getByText('Second payment of an order')).toBeVisible();
  await page.getByRole('button', { name: 'Decide: pay_2' }).click();
  await page.getByRole('button', { name: 'Decide now' }).click();
  expect(api?.calls.some(({ path }) => path.endsWith('/settlement'))).toBe(false);
  await page.getByRole('combobox', { name: 'Decision' }).selectOptions('Link to a teacher');
  await page.getByRole('textbox', { name: 'Phone number or email of the teacher' }).fill('9876500001');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Paid with the link of a colleague');
  await page.getByRole('button', { name: 'Decide now' }).click();
  await expect.element(page.getByText('The payment is linked to the teacher.')).toHaveFocus();
  const sent = api?.calls.find(({ path }) => path.endsWith('/settlement'));
  expect(sent?.path).toBe(`/api/admin/payments/${id}/settlement`);
  expect(sent?.body).toEqual({
    how: 'linked',
    teacher: '9876500001',
    reason: 'Paid with the link of a colleague',
  });
});

it('a refund that the provider refused is shown with its words, and can be decided again', async () => {
  answerWith([{ ...payment, refund: 'failed', failure: 'No balance' }]);
  await show(<UnexplainedPayments userId="a" />);
  await expect.element(page.getByText('No balance', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Decide: pay_2' })).toBeVisible();
});

it('a list without such payments says so', async () => {
  answerWith([]);
  await show(<UnexplainedPayments userId="a" />);
  await expect.element(page.getByText('The books explain every payment')).toBeVisible();
});
