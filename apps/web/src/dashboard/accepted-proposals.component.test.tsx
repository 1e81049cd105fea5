import type { AcceptedProposal } from '@mutual-transfer/domain/agreements/agreement';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Match } from '@mutual-transfer/domain/matching/match';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import MyRequests from '../browse/my-requests.tsx';
import { clearSession } from '../platform/session.ts';
import { acceptedProposal, agreementList } from '../testing/agreements.ts';
import { dashboardOf, meOf } from '../testing/dashboards.ts';
import { idOf, match, ownRequest, signInAs } from '../testing/people.ts';
import { noAdvice, ring } from '../testing/rings.ts';
import { answerCalls, show } from '../testing/show.tsx';
import DashboardPage from './dashboard-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
});

const noMatches = {
  matches: [] as Match[],
  total: 0,
  perfect: 0,
  wantsYourPlace: 0,
  registered: { perfect: 0, wantsYourPlace: 0 },
};
const pair = {
  matches: [match()],
  total: 1,
  perfect: 1,
  wantsYourPlace: 0,
  registered: { perfect: 0, wantsYourPlace: 0 },
};
const ofRing = acceptedProposal({ requests: ring.requests });

/** Mocks the answers for a teacher with a ring of three, who accepted these proposals. */
function answerWith(accepted: AcceptedProposal[], matches = noMatches) {
  const me = meOf(signInAs());
  const proposals = agreementList({ agreements: [], accepted });
  const requests = [ownRequest()];
  const answers: Record<string, unknown> = {
    '/api/me': me,
    '/api/dashboard': dashboardOf({
      requests,
      proposals,
      ...matches,
      ...(matches.perfect > 0 ? {} : { ring, rings: 1 }),
    }),
    '/api/requests/my': { requests },
    '/api/agreements': proposals,
    [`/api/requests/${idOf(10)}/matches`]: matches,
    [`/api/requests/${idOf(10)}/rings`]: { rings: [ring], total: 1 },
    [`/api/requests/${idOf(10)}/advice`]: noAdvice,
  };
  api = answerCalls((path) => ({ status: 200, body: answers[path] ?? {} }));
}

const proposals = (name = 'Proposals that wait for the others') => page.getByRole('region', { name });

it.each<[Language, string, Partial<AcceptedProposal>, RegExp]>([
  [
    'en',
    'Proposals that wait for the others',
    {},
    /^Your proposal is out: 2 of 3 have said yes\. Waiting for answers until 18 Jun 2026\./,
  ],
  [
    'en',
    'Proposals that wait for the others',
    { isProposer: false },
    /^Your yes has arrived: 2 of 3 have said yes\./,
  ],
  [
    'en',
    'Proposals that wait for the others',
    { yes: 3, waitsUntil: '2026-06-16T06:30:00.000Z' },
    /^All said yes\. One request is kept/,
  ],
  ['hi', 'दूसरों के उत्तर का इंतज़ार', {}, /^आपका प्रस्ताव भेजा जा चुका है। आपको मिलाकर 3 में से 2 की हाँ है; 18 जून 2026 तक/],
])('in %s the dashboard shows an accepted proposal (%s, %o)', async (language, name, changes, sentence) => {
  answerWith([{ ...ofRing, ...changes }]);
  await show(<DashboardPage />, language);
  await expect.element(proposals(name).getByText(sentence)).toBeVisible();
  await expect.element(proposals(name).getByRole('link')).toHaveAttribute('href', `/agreements/${idOf(70)}`);
});

it('beyond three accepted proposals the dashboard links to all of them', async () => {
  answerWith([70, 71, 72, 73].map((number) => acceptedProposal({ _id: idOf(number) })));
  await show(<DashboardPage />);
  await expect
    .element(proposals().getByRole('link', { name: 'See my agreements' }))
    .toHaveAttribute('href', '/agreements');
  expect(proposals().getByRole('link').elements()).toHaveLength(4);
});

const screens = { dashboard: DashboardPage, 'My matches': MyRequests };

it.each(Object.entries(screens))(
  'on the page “%s” a proposed ring is not offered again, and its card links to the proposal',
  async (_name, Screen) => {
    answerWith([ofRing]);
    await show(<Screen />);
    await expect
      .element(page.getByRole('link', { name: 'See the proposal: Teacher B and Teacher C' }))
      .toHaveAttribute('href', `/agreements/${idOf(70)}`);
    expect(page.getByRole('heading', { name: 'A ring of 3 is complete' }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: /^Propose this swap/ }).elements()).toEqual([]);
  },
);

it.each(Object.entries(screens))(
  'on the page “%s” the panel of perfect matches stays once the only one is proposed, which is not offered again',
  async (_name, Screen) => {
    answerWith([acceptedProposal({ requests: [idOf(10), idOf(11)] })], pair);
    await show(<Screen />);
    await expect.element(page.getByRole('link', { name: 'See the proposal: Sunita Kumari' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Perfect Matches Found!' })).toBeVisible();
    expect(page.getByRole('button', { name: /^Propose this swap/ }).elements()).toEqual([]);
  },
);
