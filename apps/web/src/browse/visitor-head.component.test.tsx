import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { VisitorHead } from './visitor-head.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it.each([
  [{ isPaymentRequired: true, paymentAmount: 10 }, 'Contact details and matches cost ₹10 once, for life.'],
  [{ isPaymentRequired: false, paymentAmount: 10 }, 'It is free.'],
])('the introduction names the fee, if there is one (%o)', async (fee, sentence) => {
  api = answerCalls(() => ({ status: 200, body: fee }));
  await show(<VisitorHead first={null} />);
  await expect.element(page.getByText(new RegExp(sentence, 'i'))).toBeVisible();
});
