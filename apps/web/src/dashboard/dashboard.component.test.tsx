import type { Dashboard } from '@mutual-transfer/domain/dashboard';
import { allLanguages, type Language } from '@mutual-transfer/domain/language/language';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import AlertsPage from '../notices/alerts-page.tsx';
import { clearStored } from '../platform/answer-store.ts';
import { clearSession, currentSession } from '../platform/session.ts';
import RequestCreatePage from '../requests/new-request-page.tsx';
import { agreement, agreementList } from '../testing/agreements.ts';
import { dashboardOf, meOf } from '../testing/dashboards.ts';
import { cutTexts, overlappingTexts } from '../testing/layout.ts';
import { idOf, match, ownRequest, person, signInAs } from '../testing/people.ts';
import { noAdvice, ring } from '../testing/rings.ts';
import { answerCalls, show } from '../testing/show.tsx';
import DashboardPage from './dashboard-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(async () => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
  await clearStored();
});

const hidesName = { ...nothingHidden, hideName: true };
const noMatches = { matches: [], total: 0, perfect: 0 };

const requests: TransferRequest[] = [
  ownRequest({ _id: idOf(20), reason: '', urgency: 'high', privacySettings: hidesName }),
  ownRequest({ _id: idOf(21), status: 'pending', privacySettings: hidesName, desiredBlock: 'Amas' }),
  ownRequest({ _id: idOf(22), status: 'withdrawn', privacySettings: hidesName, desiredBlock: 'Atri' }),
  ownRequest({ _id: idOf(23), status: 'expired', desiredBlock: 'Fatehpur' }),
];

const near = { isPerfectMatch: false, requests: null };
const matches = [
  match({ user: person({ _id: idOf(30), name: 'Perfect Kumari' }) }),
  match({ user: person({ _id: idOf(31), name: 'Near Kumari' }), matchScore: 85, ...near }),
  match({ user: person({ _id: idOf(32), name: 'Far Kumari' }), matchScore: 70, ...near }),
];

function alert(number: number, overrides: Partial<Alert> = {}): Alert {
  return {
    _id: idOf(40 + number),
    fromUser: person({ _id: idOf(80 + number), schoolName: 'Hidden' }),
    kind: 'message',
    message: `Message ${number}`,
    isRead: number > 1,
    isHiddenForRecipient: number === 4,
    createdAt: '2026-06-15T06:30:00.000Z',
    ...overrides,
  };
}

/** Renders the dashboard of a teacher with these requests. Active ones have three matches, of which one is a direct swap. */
async function showDashboard(
  own: TransferRequest[],
  alerts: Alert[] = [],
  others: Partial<Dashboard> = {},
  language: Language = 'en',
) {
  const account = currentSession()?.user ?? signInAs();
  const found =
    searchedRequests(own).length > 0 ? { matches: matches.slice(0, 2), total: 3, perfect: 1 } : {};
  const dashboard = dashboardOf({ requests: own, alerts, unread: 1, ...found, ...others });
  const answers: Record<string, unknown> = {
    '/api/dashboard': dashboard,
    '/api/me': meOf(account, { waiting: { alerts: 1, proposals: 0 } }),
    '/api/alerts/unread': { unread: 1 },
    '/api/agreements': dashboard.proposals,
    '/api/auth/profile': account,
    ...Object.fromEntries(own.map((request) => [`/api/requests/${request._id}`, request])),
  };
  api = answerCalls((path) => ({ status: 200, body: answers[path] ?? noAdvice }));
  await show(<DashboardPage />, language);
  await expect.element(page.getByRole('heading', { name: /Asha Kumari$/ }).first()).toBeVisible();
}

it('one call loads the screen, and shows one message with a retry if it fails', async () => {
  const me = meOf(signInAs());
  api = answerCalls(() => ({ status: 503, body: { message: 'Later.', code: 'unavailable' } }));
  await show(<DashboardPage />);
  await expect.element(page.getByText('Later.')).toBeVisible();
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/dashboard']);
  api.stop();
  const body = dashboardOf({ matches: matches.slice(0, 1) });
  const answers: Record<string, unknown> = { '/api/dashboard': body, '/api/agreements': body.proposals };
  api = answerCalls((path) => ({ status: 200, body: answers[path] ?? { ...me, unread: 0 } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Perfect Kumari' })).toBeVisible();
});

it('leads an administrator to the Admin Panel, and makes no API calls', async () => {
  signInAs('admin');
  api = answerCalls(() => ({ status: 403, body: {} }));
  for (const path of ['/dashboard', '/transfer-request']) {
    await show(
      <Routes>
        <Route element={<DashboardPage />} path="/dashboard" />
        <Route element={<RequestCreatePage />} path="/transfer-request" />
        <Route element="The Admin Panel" path="/admin" />
      </Routes>,
      'en',
      path,
    );
    await expect.element(page.getByText('The Admin Panel').last()).toBeVisible();
  }
  await show(<AlertsPage />);
  expect(api.calls).toEqual([]);
});

const statOf = (label: string) =>
  page.getByRole('region', { name: 'At a glance' }).getByRole('listitem').filter({ hasText: label });

it('shows the numbers of all requests, active requests, perfect matches, and open requests that hide something', async () => {
  await showDashboard(requests);
  const counts = { 'Total Requests': 4, 'Active Requests': 1, 'Perfect Matches': 1, 'Privacy Active': 2 };
  for (const [label, count] of Object.entries(counts))
    await expect.element(statOf(label)).toHaveTextContent(`${label}${count}`);
  await expect
    .element(statOf('Privacy Active').getByRole('link'))
    .toHaveAttribute('href', '/privacy-management');
});

it('the number of perfect matches is that of the list, the news counts only teachers with a request', async () => {
  const found = { perfect: 3, registered: { perfect: 2, wantsYourPlace: 0 } };
  await showDashboard(requests, [], found);
  const news = page.getByRole('region', { name: 'Perfect Matches Found!' });
  await expect.element(news.getByText(/^1 teacher /)).toBeVisible();
  await expect.element(statOf('Perfect Matches')).toHaveTextContent('Perfect Matches3');
});

it('the number of requests that hide something counts those of an account that hides something', async () => {
  signInAs('teacher', 'Asha Kumari', { hidePhone: true });
  await showDashboard([ownRequest({ _id: idOf(20) })]);
  await expect.element(statOf('Privacy Active')).toHaveTextContent('Privacy Active1');
});

it('shows the profile, the link to perfect matches, and the two best matches', async () => {
  await showDashboard(requests);
  const profile = page.getByRole('region', { name: 'Your profile' });
  await expect.element(profile.getByText('Danapur, Patna · Mathematics')).toBeVisible();
  await profile.getByRole('heading').click();
  for (const fact of ['asha@example.com', '9876500001', 'Rajkiya Madhya Vidyalaya', 'Danapur, Patna'])
    await expect.element(profile.getByText(fact)).toBeVisible();
  for (const fact of ['Bodh Gaya, Gaya', 'Mathematics', '6-8 Upper Primary'])
    await expect.element(profile.getByText(fact)).toBeVisible();
  const news = page.getByRole('region', { name: 'Perfect Matches Found!' });
  await expect.element(news.getByRole('link')).toHaveAttribute('href', '/view-requests?tab=my');
  const cards = page.getByRole('region', { name: 'Your Top Matches' }).getByRole('article');
  await expect.element(cards.first().getByRole('heading', { name: 'Perfect Kumari' })).toBeVisible();
  await expect.element(cards.nth(1).getByRole('heading', { name: 'Near Kumari' })).toBeVisible();
  expect(cards.elements()).toHaveLength(2);
});

it('shows the shortest ring as the news if no direct swap is possible', async () => {
  await showDashboard(requests, [], { ...noMatches, ring, rings: 1 });
  const news = page.getByRole('region', { name: 'A ring of 3 is complete' });
  await expect.element(news.getByText('You can move to Danapur, Patna.')).toBeVisible();
  await expect.element(news.getByRole('link')).toHaveAttribute('href', '/view-requests?tab=my');
});

it('shows the best ring, and fetches all rings if the user asks for them', async () => {
  await showDashboard(requests.slice(0, 1), [], { ...noMatches, ring, rings: 2 });
  const rings = page.getByRole('region', { name: 'Rings', exact: true });
  await expect.element(rings.getByRole('article')).toBeVisible();
  expect(rings.getByRole('article').elements()).toHaveLength(1);
  const other = { ...ring, requests: [idOf(20), idOf(91), idOf(92)] };
  const members = ring.members.map((member, index) => ({ ...member, requestId: idOf(90 + index) }));
  api?.stop();
  const body = { rings: [ring, { ...other, members }], total: 2, ...agreementList() };
  api = answerCalls(() => ({ status: 200, body }));
  await rings.getByRole('button', { name: /2/ }).click();
  await expect.poll(() => rings.getByRole('article').elements().length).toBe(2);
});

it('shows advice instead of an empty list of rings', async () => {
  await showDashboard(requests, [], noMatches);
  await expect.element(page.getByText('What can I do to get to Bodh Gaya, Gaya?')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Rings' })).not.toBeInTheDocument();
});

it('shows the first three requests with their states, and a link to all', async () => {
  await showDashboard(requests, [], { [`/api/requests/${idOf(20)}`]: requests[0] });
  const own = page.getByRole('region', { name: 'Your Transfer Requests' });
  await expect
    .element(own.getByRole('link', { name: 'View All Requests (4)' }))
    .toHaveAttribute('href', '/?tab=my');
  const cards = own.getByRole('article');
  await expect.element(cards.nth(2)).toBeVisible();
  expect(cards.elements()).toHaveLength(3);
  const first = cards.first();
  await first.getByRole('heading').click();
  for (const text of ['Active', 'High priority', 'No reason specified', 'Hidden: name', /Posted 15 Jun 2026/])
    await expect.element(first.getByText(text).first()).toBeVisible();
  await expect.element(first.getByRole('button', { name: /^Delete: / })).toBeVisible();
  await expect.element(first.getByLabelText('Hide my name')).not.toBeInTheDocument();
  await first.getByRole('button', { name: /^Privacy Settings: / }).click();
  await expect.element(first.getByLabelText('Hide my name')).toBeChecked();
});

it('an agreed request shows whether the application was filed, and links to the agreement', async () => {
  const agreed = { status: 'pending', agreement: { _id: idOf(60), isFiled: false } } as const;
  await showDashboard([
    ownRequest({ _id: idOf(24), ...agreed }),
    ownRequest({ _id: idOf(25), ...agreed, agreement: { _id: idOf(61), isFiled: true } }),
  ]);
  await expect.element(page.getByText('A swap is agreed', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'See the agreement' }).first())
    .toHaveAttribute('href', `/agreements/${idOf(60)}`);
  const cards = page.getByRole('region', { name: 'Your Transfer Requests' }).getByRole('article');
  await expect.element(cards.first().getByText('Pending')).toBeVisible();
  await expect.element(cards.last().getByText('At the department')).toBeVisible();
  await cards.last().getByRole('heading').click();
  await expect
    .element(cards.last().getByRole('link', { name: /^See the agreement/ }))
    .toHaveAttribute('href', `/agreements/${idOf(61)}`);
});

it('shows messages if there are no matches and no alerts', async () => {
  await showDashboard(requests.slice(0, 1), [], noMatches);
  await expect.element(page.getByText('No matches found yet. Check back later!')).toBeVisible();
  await expect.element(page.getByText('No alerts yet.')).toBeVisible();
});

it.each(allLanguages())(
  'the dashboard of a teacher without requests and alerts is at most three screens of a phone (%s)',
  async (language) => {
    await page.viewport(360, 640);
    await showDashboard([], [], { matches: matches.slice(0, 2), total: 3, perfect: 1 }, language);
    const panel = page.getByRole('region', { name: language === 'hi' ? 'सूचनाएँ' : 'Alerts' });
    await expect.element(panel.getByRole('link')).toHaveAttribute('href', '/alerts');
    // Header, padding, footer and bottom bar take 270 px.
    expect(document.body.scrollHeight).toBeLessThanOrEqual(3 * 640 - 270);
  },
);

it('a teacher without an active request sees that no matches are searched', async () => {
  await showDashboard(requests.slice(2));
  const top = page.getByRole('region', { name: 'Your Top Matches' });
  await expect.element(top.getByText(/^None of your requests is active/)).toBeVisible();
  await expect.element(top.getByRole('link', { name: 'Look again' })).toHaveAttribute('href', '/?tab=my');
  expect(page.getByText(/No matches found yet/).elements()).toEqual([]);
});

it('a teacher who moved and hid the record sees that no matches are searched, not that none were found', async () => {
  const record = ownRequest({ status: 'completed', isHidden: true });
  await showDashboard([record]);
  await expect.element(page.getByText(/You have moved, so no matches are looked for/)).toBeVisible();
  expect(page.getByText(/No matches found yet/).elements()).toEqual([]);
});

it('the notice of an agreed swap explains why there are no matches, and links to the agreement', async () => {
  await showDashboard([ownRequest({ status: 'pending', agreement: { _id: idOf(60), isFiled: false } })]);
  const agreed = page.getByRole('region', { name: 'A swap is agreed' });
  await expect.element(agreed.getByText(/no matches are looked for/)).toBeVisible();
  await expect
    .element(agreed.getByRole('link', { name: 'See the agreement' }))
    .toHaveAttribute('href', `/agreements/${idOf(60)}`);
  expect(page.getByRole('region', { name: 'Your Top Matches' }).elements()).toEqual([]);
});

it('a teacher with an agreement sees no matches of another request, which could not be agreed', async () => {
  const agreed = ownRequest({
    _id: idOf(24),
    status: 'pending',
    agreement: { _id: idOf(60), isFiled: true },
  });
  await showDashboard([...requests.slice(0, 1), agreed]);
  await expect.element(page.getByText(/^Your swap is agreed, so no matches are looked for/)).toBeVisible();
  expect(page.getByText(/^Perfect (Kumari|Matches Found!)/).elements()).toEqual([]);
});

it('beside a proposal that waits, the news names the ring, and its card is left to the matches', async () => {
  const proposals = agreementList({ agreements: [agreement()] });
  await showDashboard(requests.slice(0, 1), [], { ...noMatches, ring, rings: 1, proposals });
  await expect.element(page.getByRole('heading', { name: 'A ring of 3 is complete' })).toBeVisible();
  expect(page.getByRole('region', { name: 'Rings', exact: true }).elements()).toEqual([]);
});

it('shows the latest alerts with the details that their senders do not hide, and collapses them', async () => {
  await showDashboard(
    requests,
    [1, 2, 3, 4, 5].map((number) => alert(number)),
  );
  const panel = page.getByRole('region', { name: 'Alerts' });
  await expect.element(panel.getByText('Showing latest 5')).toBeVisible();
  await expect.element(panel.getByText('1 new')).toBeVisible();
  const first = panel.getByRole('article').first();
  await expect.element(first.getByRole('button', { name: /^Mark as read/ })).not.toBeInTheDocument();
  await first.getByRole('heading').click();
  await expect.element(first.getByRole('button', { name: /^Mark as read/ })).toBeVisible();
  const sender = ['Sunita Kumari', 'Mathematics', 'Danapur, Patna', 'Bodh Gaya, Gaya', '6-8 Upper Primary'];
  for (const text of [...sender, 'Hidden', 'Some profile details are private'])
    await expect.element(first.getByText(text, { exact: true }).first()).toBeVisible();
  await expect.element(first.getByRole('link', { name: /Call/ })).toHaveTextContent('9876543210');
  await expect.element(first.getByText(/15 Jun 2026/).first()).toBeVisible();
  await panel.getByText('3 more').click();
  const hidden = panel.getByRole('article').nth(3);
  await expect.element(hidden.getByText('Message 4')).toBeVisible();
  await expect.element(hidden.getByText('Hidden', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Hide Alerts' }).click();
  await expect.element(panel.getByText('Message 4')).not.toBeInTheDocument();
  await panel.getByRole('button', { name: 'Unhide Alerts' }).click();
  await panel.getByText('3 more').click();
  await expect.element(panel.getByText('Message 4')).toBeVisible();
});

it.each(allLanguages().flatMap((language) => ['100%', '150%', '200%'].map((size) => ({ language, size }))))(
  'in $language at a font size of $size on 320 px no text overlaps another or is cut',
  async ({ language, size }) => {
    await page.viewport(320, 640);
    document.documentElement.style.fontSize = size;
    await showDashboard(
      requests,
      [1, 2].map((number) => alert(number)),
      {},
      language,
    );
    await expect.poll(() => document.querySelectorAll('article').length).toBeGreaterThanOrEqual(7);
    expect(overlappingTexts(document.body)).toEqual([]);
    expect(cutTexts(document.body)).toEqual([]);
    document.documentElement.style.fontSize = '';
  },
);
