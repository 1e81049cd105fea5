import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, storeSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AdminPage from './admin-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a state-only section shows district administrators a message and does not load its data', async () => {
  const administration = {
    role: 'district' as const,
    districts: ['Gaya'],
    office: null,
    hasSecondFactor: false,
  };
  storeSession({ token: 'a token', user: { ...signInAs('admin'), administration } });
  const none = { count: 0, list: '/api/admin/reports' };
  const waiting = { reports: none, heldTexts: none, overdueAgreements: none, partlyJoined: none };
  api = answerCalls(() => ({ status: 200, body: waiting }));
  await show(<AdminPage />, 'en', '/admin?section=rules');
  await expect.element(page.getByText('This section is for administrators of the whole state')).toBeVisible();
  await expect.element(page.getByText('Teachers and agreements of Gaya.')).toBeVisible();
  expect(api.calls.map(({ path }) => path).toSorted()).toEqual([
    '/api/admin/desk',
    '/api/admin/waiting',
    '/api/health',
  ]);
});

it('the content takes the focus if a link to another screen is replaced with its screen', async () => {
  const administration = {
    role: 'district' as const,
    districts: ['Gaya'],
    office: null,
    hasSecondFactor: false,
  };
  storeSession({ token: 'a token', user: { ...signInAs('admin'), administration } });
  api = answerCalls(() => ({ status: 503, body: {} }));
  await show(<AdminPage />, 'en', '/admin?section=rules');
  const closed = page.getByText('This section is for administrators of the whole state');
  await expect.element(closed).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect.element(closed).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.getAttribute('tabindex')).toBe('-1');
});
