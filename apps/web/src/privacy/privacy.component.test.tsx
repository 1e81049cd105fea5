import type { Account } from '@mutual-transfer/domain/accounts/user';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, currentSession } from '../platform/session.ts';
import { idOf, ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import PrivacyPage from './privacy-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

type Requests = readonly ReturnType<typeof ownRequest>[];

function answerOver(requests: Requests, account: Account) {
  api = answerCalls((path) => ({ status: 200, body: answerTo(path, requests, account) }));
}

/** Returns the account, the list of requests, or the request that the path names. */
function answerTo(path: string, requests: Requests, account: Account): unknown {
  if (path === '/api/auth/profile') return account;
  return requests.find(({ _id }) => path.endsWith(_id)) ?? { requests };
}

async function showOver(requests: Requests) {
  answerOver(requests, signInAs());
  await show(<PrivacyPage />);
}

it('selecting one of the user’s requests shows its details, its privacy settings and the effects of hiding', async () => {
  await showOver([
    ownRequest({ _id: idOf(20) }),
    ownRequest({
      _id: idOf(21),
      desiredBlock: 'Amas',
      reason: 'My school is far.',
      privacySettings: { ...nothingHidden, hidePhone: true },
    }),
  ]);
  const details = page.getByRole('region', { name: 'Details' });
  await expect.element(details.getByText('My parents are old.')).toBeVisible();
  await page.getByRole('link', { name: /Amas, Gaya/ }).click();
  await expect.element(details.getByText('My school is far.')).toBeVisible();
  for (const fact of ['Amas, Gaya', 'Mathematics', '6-8 Upper Primary', 'Active', 'Medium priority'])
    await expect.element(details.getByText(fact).first()).toBeVisible();
  const phone = details.getByLabelText('Hide my phone');
  await expect.element(phone).toBeChecked();
  await expect.element(details.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  await phone.click();
  await expect.element(details.getByRole('button', { name: 'Save' })).toBeVisible();
  const info = page.getByRole('complementary');
  expect(info.getByRole('listitem').elements()).toHaveLength(4);
});

it('settings that fail to be saved show the error, and stay as they were chosen', async () => {
  const account = signInAs();
  api = answerCalls((path) => {
    if (path.endsWith('/privacy')) return { status: 500, body: {} };
    return { status: 200, body: answerTo(path, [ownRequest()], account) };
  });
  await show(<PrivacyPage />);
  const name = page.getByLabelText('Hide my name');
  await name.click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Failed to update privacy settings. Please try again.')).toBeVisible();
  await expect.element(name).toBeChecked();
});

it.each([
  [
    'en',
    'Hidden: name and phone (set in your account)',
    'Hidden: name and phone (set in your account), email',
  ],
  ['hi', 'छिपा है: नाम और फ़ोन (आपके खाते में चुना हुआ)', 'छिपा है: नाम और फ़ोन (आपके खाते में चुना हुआ), ईमेल'],
] as const)('requests are listed with what the account hides (%s)', async (language, ofAccount, ofBoth) => {
  const account = signInAs('teacher', 'Asha Kumari', { hideName: true, hidePhone: true });
  const hidesMore = { ...nothingHidden, hidePhone: true, hideEmail: true };
  answerOver([ownRequest(), ownRequest({ _id: idOf(21), privacySettings: hidesMore })], account);
  await show(<PrivacyPage />, language);
  const choices = page.getByRole('navigation').getByRole('listitem');
  await expect.element(choices.first().getByText(ofAccount, { exact: false })).toBeVisible();
  await expect.element(choices.nth(1).getByText(ofBoth, { exact: false })).toBeVisible();
});

it('what the account hides is checked and disabled in a request, with a link to the account', async () => {
  answerOver([ownRequest()], signInAs('teacher', 'Asha Kumari', { hideName: true }));
  await show(<PrivacyPage />);
  const name = page.getByLabelText('Hide my name');
  await expect.element(name).toBeChecked();
  await expect.element(name).toBeDisabled();
  await expect
    .element(page.getByRole('link', { name: 'What others see of you' }))
    .toHaveAttribute('href', '/account/privacy');
  await page.getByLabelText('Hide my email').click();
  await page.getByRole('button', { name: 'Save' }).click();
  const sent = { ...nothingHidden, hideEmail: true };
  await expect
    .poll(() => api?.calls)
    .toContainEqual({ path: `/api/requests/${idOf(10)}/privacy`, body: { privacySettings: sent } });
});

it('what another device changed in the account is shown, and the session agrees', async () => {
  const changed = signInAs();
  signInAs('teacher', 'Asha Kumari', { hideName: true });
  answerOver([ownRequest()], changed);
  await show(<PrivacyPage />);
  await expect.element(page.getByLabelText('Hide my name')).toBeEnabled();
  await expect.element(page.getByText(/What your account hides is hidden/)).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('navigation').getByText('Nothing is hidden', { exact: false }))
    .toBeVisible();
  await expect.poll(() => currentSession()?.user.privacySettings).toEqual(nothingHidden);
});

it('settings are not disabled until the account has loaded', async () => {
  const account = signInAs('teacher', 'Asha Kumari', { hideName: true });
  const loaded = Promise.withResolvers<void>();
  api = answerCalls(async (path) => {
    if (path === '/api/auth/profile') await loaded.promise;
    return { status: 200, body: answerTo(path, [ownRequest()], account) };
  });
  await show(<PrivacyPage />);
  const name = page.getByLabelText('Hide my name');
  await expect.element(name).toBeEnabled();
  loaded.resolve();
  await expect.element(name).toBeDisabled();
});

it('without a request, the link to post one is shown', async () => {
  await showOver([]);
  await expect
    .element(page.getByRole('link', { name: 'Post a request' }))
    .toHaveAttribute('href', '/transfer-request');
});

it('an open request is shown before a newer one that was withdrawn', async () => {
  await showOver([
    ownRequest({ _id: idOf(20), status: 'withdrawn', reason: 'I looked before.' }),
    ownRequest({ _id: idOf(21), reason: 'My school is far.' }),
  ]);
  const details = page.getByRole('region', { name: 'Details' });
  await expect.element(details.getByText('My school is far.')).toBeVisible();
  await expect.element(details.getByText('I looked before.')).not.toBeInTheDocument();
});
