import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { useQueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { waitingAgreementsQuery } from '../../agreements/agreements.queries.ts';
import { unreadAlertsQuery } from '../../notices/notices.queries.ts';
import { clearSession } from '../../platform/session/session.ts';
import { idOf, signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { MemberBar } from './member-bar.tsx';

let api: ReturnType<typeof answerCalls>;
beforeEach(() => {
  signInAs();
  api = answerCalls(() => ({ status: 200, body: { unread: 0, agreements: [], pagination: { total: 0 } } }));
});
afterEach(() => {
  clearSession();
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
  ['/notice', undefined, undefined],
] as const)('on the page %s the tab marked as current is %s', async (address, name, current) => {
  await show(<MemberBar userId={idOf(1)} />, DEFAULT_LANGUAGE, address);
  await expect.element(page.getByRole('link', { name: 'Matches' })).toBeInTheDocument();
  const lit = [...document.querySelectorAll('nav a[aria-current]')];
  expect(lit.map((link) => link.getAttribute('aria-current'))).toEqual(
    current === undefined ? [] : [current],
  );
  if (name !== undefined) expect(lit[0]?.textContent).toContain(name);
});

it('a teacher without access sees no number of restored proposals and alerts', async () => {
  api.stop();
  const unpaid = { isPaymentRequired: true, isPaid: false, hasAccess: false };
  api = answerCalls(() => ({ status: 200, body: { ...unpaid, unread: 0 } }));
  function Restored() {
    const { queryKey } = waitingAgreementsQuery(idOf(1));
    const pagination = { page: 1, limit: 20, total: 3, pages: 1, totalIsExact: true };
    useQueryClient().setQueryData(queryKey, { agreements: [], pagination });
    useQueryClient().setQueryData(unreadAlertsQuery(idOf(1)).queryKey, 3);
    return <MemberBar userId={idOf(1)} />;
  }
  await show(<Restored />);
  await expect.poll(() => api.calls.some(({ path }) => path === '/api/payment/status')).toBe(true);
  for (const name of ['Agreements', 'Alerts']) {
    const tab = page.getByRole('link', { name });
    await expect.element(tab).toBeVisible();
    expect(tab.element().textContent).not.toContain('3');
  }
});
