import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, currentSession, storeSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AdminPage from './admin-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const administration = { role: 'state' as const, districts: [], office: null, hasSecondFactor: false };
const secret = {
  secret: 'ABCDEFGHIJKL',
  uri: 'otpauth://totp/one',
  qrCode: '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const refusal = (code: string) => ({ status: 403, body: { code, message: 'Not yet.', requestId: '' } });

it('an administrator who must set up the second factor sees only that, with the recovery codes at the end', async () => {
  storeSession({ token: 'a token', user: { ...signInAs('admin'), administration } });
  let isSetUp = false;
  api = answerCalls((path, body) => {
    if (path !== '/api/auth/factors') return isSetUp ? { status: 503, body: {} } : refusal('factor_needed');
    const isCode = typeof body === 'object' && body !== null && 'code' in body;
    return { status: 200, body: isCode ? { recoveryCodes: ['BCDFG-23467'] } : secret };
  });
  await show(<AdminPage />, 'en', '/admin');
  await expect.element(page.getByRole('heading', { name: 'Protect the sign-in' })).toBeVisible();
  await page
    .getByLabelText(/^Current password/)
    .first()
    .fill('my own password');
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect.element(page.getByRole('img', { name: 'Picture for the authenticator app' })).toBeVisible();
  await expect.element(page.getByText('ABCD EFGH IJKL', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: /six digits/ }).fill('123 456');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect.element(page.getByText('BCDFG-23467')).toBeVisible();
  expect(currentSession()?.user.administration?.hasSecondFactor).toBe(true);
  // The calls of the panel are answered now; the codes stay until they are kept.
  isSetUp = true;
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect.element(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
});

it('an administrator with a first password chooses their own before anything else', async () => {
  storeSession({ token: 'a token', user: { ...signInAs('admin'), administration } });
  api = answerCalls(() => refusal('password_change_needed'));
  await show(<AdminPage />, 'en', '/admin?section=users');
  await expect.element(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Admin Panel' })).not.toBeInTheDocument();
});
