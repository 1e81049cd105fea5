import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearStored } from '../platform/answer-store.ts';
import { clearSession } from '../platform/session.ts';
import { meOf } from '../testing/dashboards.ts';
import { idOf, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { MemberBar } from './member-frame.tsx';

let api: ReturnType<typeof answerCalls>;
beforeEach(() => {
  const body = meOf(signInAs());
  api = answerCalls(() => ({ status: 200, body }));
});
afterEach(async () => {
  await clearStored();
  clearSession();
  sessionStorage.clear();
  api.stop();
});

it.each([
  ['/?tab=my', 'Matches', 'page'],
  ['/transfer-request/1', 'Matches', 'true'],
  ['/agreements', 'Agreements', 'page'],
  ['/agreements/1', 'Agreements', 'true'],
  ['/account', 'Me', 'page'],
  ['/account/privacy', 'Me', 'true'],
  ['/receipt', 'Me', 'true'],
  ['/', 'Matches', 'true'],
  ['/view-requests', 'Matches', 'true'],
  ['/view-requests?tab=my', 'Matches', 'true'],
  ['/where', 'Matches', 'true'],
  ['/dashboard', 'Matches', 'true'],
  ['/privacy-notice', undefined, undefined],
] as const)('on the page %s the tab marked as current is %s', async (address, name, current) => {
  await show(<MemberBar userId={idOf(1)} />, DEFAULT_LANGUAGE, address);
  await expect.element(page.getByRole('link', { name: 'Matches' })).toBeInTheDocument();
  const lit = [...document.querySelectorAll('nav a[aria-current]')];
  expect(lit.map((link) => link.getAttribute('aria-current'))).toEqual(
    current === undefined ? [] : [current],
  );
  if (name !== undefined) expect(lit[0]?.textContent).toContain(name);
});

it('the tabs show what waits for a teacher, and nothing without access', async () => {
  api.stop();
  let me = meOf(signInAs(), { waiting: { alerts: 4, proposals: 3 } });
  api = answerCalls(() => ({ status: 200, body: me }));
  const shown = await show(<MemberBar userId={idOf(1)} />);
  const waiting = ['Agreements (3 waiting for your answer)', 'Alerts (4 new)'];
  for (const name of waiting) await expect.element(page.getByRole('link', { name })).toBeVisible();
  await shown.unmount();
  sessionStorage.clear();
  await clearStored();
  const before = api.calls.length;
  me = { ...me, payment: { isPaymentRequired: true, isPaid: false }, waiting: null };
  await show(<MemberBar userId={idOf(1)} />);
  await expect.poll(() => api.calls.length).toBeGreaterThan(before);
  for (const name of ['Agreements', 'Alerts'])
    await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
});
