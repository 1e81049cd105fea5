import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
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

it('for a query with districts only, the counts are shown as “at most” and “fewer than”', async () => {
  const prospects = { wantYourPlace: 154, directSwaps: null, shortestRing: 3 };
  const fee = { isPaymentRequired: false, paymentAmount: 10 };
  api = answerCalls((path) => ({ status: 200, body: path.endsWith('/prospects') ? prospects : fee }));
  await show(<VisitorHead first={null} />, 'en', '/?mine=Gaya&wish=Patna&teach=Mathematics&level=6-8');
  await expect
    .element(page.getByText('Direct swaps in all of Patna (for your block fewer or none)'))
    .toBeVisible();
  await expect.element(page.getByText('At most 154')).toBeVisible();
  await expect.element(page.getByText('Fewer than five')).toBeVisible();
  await expect.element(page.getByText('3 or more teachers')).toBeVisible();
});
