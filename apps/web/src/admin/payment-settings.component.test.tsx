import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { PaymentSettingsForm } from './payment-settings.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

/** Renders the form with the `loaded` fee, and saves an amount of 200 while the API answers with the `present` fee. */
async function change(loaded: object, present: object) {
  let settings = loaded;
  const stats = { unpaidProposals: 12, unpaidAgreements: 3 };
  api = answerCalls((path, _, parameters) => {
    if (path !== '/api/admin/stats') return { status: 200, body: settings };
    return { status: 200, body: parameters.get('unpaid') === 'true' ? stats : {} };
  });
  await show(<PaymentSettingsForm userId="a" />);
  await page.getByRole('textbox', { name: 'Amount in rupees' }).fill('200');
  settings = present;
  await page.getByRole('button', { name: 'Save settings' }).click();
}

const dialog = () => page.getByRole('dialog');

it('the confirmation names the current fee if it changed since the form was loaded', async () => {
  const isPaymentRequired = true;
  await change({ isPaymentRequired, paymentAmount: 0 }, { isPaymentRequired, paymentAmount: 150 });
  await expect.element(dialog().getByText(/Teachers pay ₹150 now, and ₹200 from now on/)).toBeVisible();
  expect(
    dialog()
      .getByText(/cannot answer open proposals/)
      .elements(),
  ).toEqual([]);
});

it('the confirmation of a first fee says what teachers cannot do until they pay, and how many proposals and agreements wait for them', async () => {
  const settings = { isPaymentRequired: true, paymentAmount: 0 };
  await change(settings, settings);
  await expect.element(dialog().getByText(/Teachers pay nothing now/)).toBeVisible();
  await expect
    .element(dialog().getByText(/cannot answer open proposals or see their agreement/))
    .toBeVisible();
  const numbers = /^Open proposals with such a teacher: 12\. Agreements under way with such a teacher: 3\.$/;
  await expect.element(dialog().getByText(numbers)).toBeVisible();
});
