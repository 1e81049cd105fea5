import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { VisitorHead } from './visitor-head.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it.each([
  [{ isPaymentRequired: true, paymentAmount: 10 }, 'Contact details and matches cost ₹10 once, for life.'],
  [{ isPaymentRequired: false, paymentAmount: 10 }, 'There is no fee today.'],
])('the introduction states the fee, or that the product is free (%o)', async (fee, sentence) => {
  api = answerCalls(() => ({ status: 200, body: fee }));
  await show(<VisitorHead first={null} />);
  await expect.element(page.getByText(new RegExp(sentence, 'i'))).toBeVisible();
});

it.each([
  ['en', 'Show my chances', 'I work in', 'Please fill in this field.'],
  ['hi', 'मेरी संभावना देखें', 'मैं अभी यहाँ हूँ', 'कृपया यह जानकारी भरें।'],
] as const)(
  'a question sent with empty fields shows the errors of the product at the fields (%s)',
  async (language, ask, work, error) => {
    api = answerCalls(() => ({ status: 200, body: { isPaymentRequired: false, paymentAmount: 10 } }));
    await show(<VisitorHead first={null} />, language);
    await page.getByRole('button', { name: ask }).click();
    const field = page.getByRole('combobox', { name: work });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(error);
    expect(page.getByText(error).elements()).toHaveLength(4);
    await field.selectOptions('Gaya');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
    expect(api.calls.map(({ path }) => path)).not.toContain('/api/requests/prospects');
  },
);

it('a question that was sent empty without JavaScript shows the errors at its empty fields', async () => {
  api = answerCalls(() => ({ status: 200, body: { isPaymentRequired: false, paymentAmount: 10 } }));
  await show(<VisitorHead first={null} />, 'en', '/?mine=Gaya&wish=&teach=&level=');
  await expect
    .element(page.getByRole('combobox', { name: 'I want to go to' }))
    .toHaveAttribute('aria-invalid');
  await expect.element(page.getByRole('combobox', { name: 'I work in' })).not.toHaveAttribute('aria-invalid');
});

it.each([
  [
    { wantYourPlace: 154, directSwaps: 3, shortestRing: 3 },
    '3 of them work in Patna',
    '3 teachers can swap with you directly if blocks and category fit too.',
  ],
  [
    { wantYourPlace: 154, directSwaps: 0, shortestRing: 4 },
    '0 of them work in Patna',
    'No direct swap yet, but rings of 4 or more lead from Gaya to Patna. Whether one of them includes your block shows in the matches of your request.',
  ],
  [
    { wantYourPlace: 154, directSwaps: 0, shortestRing: null },
    '0 of them work in Patna',
    'No direct swap yet, and no ring found. Post a request: you get an alert as soon as one includes you.',
  ],
])(
  'the answer for %o counts teachers, states swaps as a bound, and ends with a verdict',
  async (prospects, swaps, verdict) => {
    const fee = { isPaymentRequired: false, paymentAmount: 10 };
    api = answerCalls((path) => ({ status: 200, body: path.endsWith('/prospects') ? prospects : fee }));
    await show(<VisitorHead first={null} />, 'en', '/?mine=Gaya&wish=Patna&teach=Mathematics&level=6-8');
    const items = page.getByRole('status').getByRole('listitem');
    await expect
      .element(items.nth(0))
      .toHaveTextContent('154 teachers of your subject and classes want to come to Gaya');
    await expect.element(items.nth(1)).toHaveTextContent(swaps);
    await expect.element(page.getByText(verdict)).toBeVisible();
  },
);
