import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../../testing/show.tsx';
import { VisitorHead } from './visitor-head.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it.each([
  [{ isPaymentRequired: true, paymentAmount: 10 }, 'Contact details and matches cost ₹10 once, for life.'],
  [{ isPaymentRequired: false, paymentAmount: 10 }, 'It is free.'],
])('the introduction states the fee, or that the product is free (%o)', async (fee, sentence) => {
  api = answerCalls(() => ({ status: 200, body: fee }));
  await show(<VisitorHead first={null} />);
  await expect.element(page.getByText(new RegExp(sentence, 'i'))).toBeVisible();
});

it('the answer shows the counts of the districts as bounds', async () => {
  const prospects = { wantYourPlace: 154, directSwaps: null, shortestRing: 3 };
  const fee = { isPaymentRequired: false, paymentAmount: 10 };
  api = answerCalls((path) => ({ status: 200, body: path.endsWith('/prospects') ? prospects : fee }));
  await show(<VisitorHead first={null} />, 'en', '/?mine=Gaya&wish=Patna&teach=Mathematics&level=6-8');
  await expect.element(page.getByText('At most 154')).toBeVisible();
  await expect.element(page.getByText('Fewer than five')).toBeVisible();
  await expect.element(page.getByText('At least 3 teachers')).toBeVisible();
});
