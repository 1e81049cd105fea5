import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, currentSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnPrivacy } from './own-privacy.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it.each([
  ['en', 'Hide my name', 'Hide my email', 'If your email contains your name, hide it too.'],
  ['hi', 'मेरा नाम छिपाएँ', 'मेरा ईमेल छिपाएँ', 'आपके ईमेल में आपका नाम हो तो उसे भी छिपाएँ।'],
] as const)(
  'a teacher who hides the name and not the email address reads that it may contain the name (%s)',
  async (language, name, email, hint) => {
    const { _id } = signInAs();
    await show(<OwnPrivacy settings={nothingHidden} userId={_id} />, language);
    await expect.element(page.getByLabelText(name)).toBeVisible();
    await expect.element(page.getByText(hint)).not.toBeInTheDocument();
    await page.getByLabelText(name).click();
    await expect.element(page.getByText(hint)).toBeVisible();
    await page.getByLabelText(email).click();
    await expect.element(page.getByText(hint)).not.toBeInTheDocument();
  },
);

it('saved settings are in the session, so that other pages show them without an API call', async () => {
  const account = signInAs();
  const privacySettings = { ...nothingHidden, hidePhone: true };
  api = answerCalls(() => ({ status: 200, body: { ...account, privacySettings } }));
  await show(<OwnPrivacy settings={nothingHidden} userId={account._id} />);
  await page.getByLabelText('Hide my phone').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => currentSession()?.user.privacySettings).toEqual(privacySettings);
});
