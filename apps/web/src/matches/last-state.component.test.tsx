import type { MatchList } from '@mutual-transfer/domain/matching/match';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { alertDraft, storeDraft } from '../platform/drafts.ts';
import { ownAddresses, writeOwn } from '../platform/offline/account-cache.ts';
import {
  readLastStateEarly,
  restoreAnswer,
  restoreLastState,
  storeAnswers,
} from '../platform/offline/stored-answers.ts';
import { useLastState } from '../platform/offline/use-last-state.ts';
import {
  clearSession,
  currentSession,
  OWN_CACHE,
  renewSession,
  storeSession,
} from '../platform/session/session.ts';
import { acceptedProposal, agreement } from '../testing/agreements.ts';
import { idOf, match, ownRequest, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { MatchList as List } from './cards/match-list.tsx';
import { useOwnMatches } from './use-own-matches.ts';

const ADDRESS = `/stored/answers/matches/${idOf(10)}/en`;
const requests = [ownRequest({ _id: idOf(10) })];
const stored = {
  matches: [match({ user: person({ name: 'Sunita Kumari' }) })],
  total: 1,
  perfect: 1,
  wantsYourPlace: 0,
};

let api: ReturnType<typeof answerCalls>;
/** The server's answer to a request for matches. */
let answer: PromiseWithResolvers<Omit<MatchList, 'pagination'>>;

beforeEach(() => {
  answer = Promise.withResolvers();
  api = answerCalls(async () => ({ status: 200, body: await answer.promise }));
});
afterEach(async () => {
  api.stop();
  clearSession();
  sessionStorage.clear();
  await caches.delete(OWN_CACHE);
});

/** Stores an answer of an earlier visit of the signed-in user. */
async function storeAnswer(address: string, data: unknown, age = 3_600_000, build = ''): Promise<void> {
  const userId = currentSession()?.user._id ?? '';
  await writeOwn(address, { userId, data, at: Date.now() - age, load: 1, build } as { userId: string });
}

const storeMatches = (age?: number, build?: string) => storeAnswer(ADDRESS, stored, age, build);

function Matches({ userId }: { userId: string }) {
  const client = useQueryClient();
  useLastState(client);
  const own = useOwnMatches(userId, requests);
  const held = JSON.stringify(
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  );
  return (
    <>
      <List {...own} />
      <output>{held.includes('Sunita') ? 'a name is held' : 'no name is held'}</output>
    </>
  );
}

/** Shows the matches after a press, once the last state is restored. */
function MatchesLater({ userId }: { userId: string }) {
  const client = useQueryClient();
  useLastState(client);
  const [isOpen, setIsOpen] = useState(false);
  const open = async () => {
    await restoreLastState(client);
    setIsOpen(true);
  };
  return isOpen ? (
    <Matches userId={userId} />
  ) : (
    <button onClick={open} type="button">
      Open
    </button>
  );
}

const showMatches = () => show(<Matches userId={currentSession()?.user._id ?? ''} />);
const restored = () => page.getByText(/^As of .*Names follow/);

it('a returning member sees the restored place, subject and score with their time, and the name once the server confirms it', async () => {
  signInAs();
  await storeMatches();
  await showMatches();
  await expect.element(restored()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Danapur, Patna' })).toBeVisible();
  await expect.element(page.getByText('100% match')).toBeVisible();
  await expect.element(page.getByText('no name is held')).toBeVisible();
  for (const hidden of ['Sunita Kumari', 'Rajkiya Madhya Vidyalaya', '9876543210'])
    expect(document.body.textContent).not.toContain(hidden);
  expect(document.body.innerHTML).not.toContain('sunita@example.com');
  answer.resolve(stored);
  await expect.element(page.getByRole('heading', { name: 'Sunita Kumari' })).toBeVisible();
  await expect.element(restored()).not.toBeInTheDocument();
});

it('a last state that was read before hydration is restored', async () => {
  signInAs();
  await storeMatches();
  const match = vi.spyOn(CacheStorage.prototype, 'match');
  readLastStateEarly();
  await expect.poll(() => match.mock.settledResults.length).toBe(1);
  match.mockRestore();
  // Only the early read can restore the matches now.
  await caches.delete(OWN_CACHE);
  await showMatches();
  await expect.element(restored()).toBeVisible();
});

it('a last state that was read before hydration is discarded if its session ended, even if the same teacher signs in again', async () => {
  signInAs();
  await storeMatches();
  const match = vi.spyOn(CacheStorage.prototype, 'match');
  readLastStateEarly();
  await expect.poll(() => match.mock.settledResults.length).toBe(1);
  match.mockRestore();
  clearSession();
  storeSession({ token: 'a new token', user: signInAs() });
  await showMatches();
  await expect.poll(() => api.calls.length).toBeGreaterThan(0);
  await expect.element(page.getByText('no name is held')).toBeVisible();
  expect(page.getByRole('article').elements()).toHaveLength(0);
});

it('a restored last state is refetched even if it is younger than the stale time', async () => {
  signInAs();
  await storeMatches(1_000);
  // The query client of the product has a stale time.
  show(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <MatchesLater userId={currentSession()?.user._id ?? ''} />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(restored()).toBeVisible();
  answer.resolve(stored);
  await expect.element(page.getByRole('heading', { name: 'Sunita Kumari' })).toBeVisible();
});

it('open proposals are restored without names, and with names if the server is unreachable', async () => {
  signInAs();
  const open = agreement({ deadline: new Date(Date.now() + 86_400_000).toISOString() });
  const over = agreement({ _id: idOf(21), deadline: new Date(Date.now() - 1_000).toISOString() });
  const pagination = { page: 1, limit: 20, total: 2, pages: 1, totalIsExact: true };
  const accepted = [open, over].map(({ _id, deadline }) => acceptedProposal({ _id, deadline }));
  await storeAnswer('/stored/answers/agreements/waiting', { agreements: [open, over], accepted, pagination });
  const client = new QueryClient();
  const { queryKey } = waitingAgreementsQuery(idOf(1));
  await restoreLastState(client);
  const restoredList = client.getQueryData(queryKey);
  expect(restoredList?.agreements.map(({ _id }) => _id)).toEqual([open._id]);
  expect(restoredList?.accepted?.map(({ _id }) => _id)).toEqual([open._id]);
  expect(restoredList?.pagination.total).toBe(1);
  expect(JSON.stringify(restoredList)).toContain('Danapur');
  for (const hidden of ['Sunita', 'Rajkiya', '9876543210', 'sunita@example.com'])
    expect(JSON.stringify(restoredList)).not.toContain(hidden);
  // Called after a call that did not reach the server.
  await restoreAnswer(client, queryKey);
  const whole = client.getQueryData(queryKey);
  expect(JSON.stringify(whole)).toContain('Sunita Kumari');
  expect(whole?.agreements.map(({ _id }) => _id)).toEqual([open._id]);
});

it('a restored match that no longer exists disappears once the server answers', async () => {
  signInAs();
  await storeMatches();
  await showMatches();
  await expect.element(page.getByRole('heading', { name: 'Danapur, Patna' })).toBeVisible();
  answer.resolve({ matches: [], total: 0, perfect: 0, wantsYourPlace: 0 });
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
});

it('a member who is offline sees the whole match as it was stored', async () => {
  signInAs();
  await storeMatches();
  answer.promise.catch(() => {});
  answer.reject(new TypeError('Failed to fetch'));
  await showMatches();
  await expect.element(page.getByRole('heading', { name: 'Sunita Kumari' })).toBeVisible();
});

it.each([
  ['an administrator', { role: 'admin' as const }],
  ['an administrator who views the product as a teacher', { impersonated: true }],
  ['another teacher', { _id: idOf(99) }],
])('nothing is restored for %s, and no answer of an administrator is stored', async (_who, changes) => {
  signInAs();
  await storeMatches();
  const { user } = currentSession() ?? {};
  if (user === undefined) throw new Error('There is no session');
  // Storing a session of another user clears the cache, so this one is written as another tab would.
  localStorage.setItem('user', JSON.stringify({ ...user, ...changes }));
  await showMatches();
  await expect.element(page.getByText('no name is held')).toBeVisible();
  await expect.poll(() => api.calls.length).toBeGreaterThan(0);
  expect(page.getByRole('article').elements()).toHaveLength(0);
  if (!('_id' in changes)) {
    await writeOwn('/stored/answers/profile', { userId: user._id });
    expect((await ownAddresses()).filter((address) => address.endsWith('profile'))).toEqual([]);
  }
});

it('a logout in another tab clears the drafts and the cache of this tab, and discards an answer that is being stored', async () => {
  signInAs();
  await storeMatches();
  storeDraft(alertDraft(idOf(2)), { message: 'About Sunita', sendForReview: false });
  sessionStorage.setItem('paymentStatus', JSON.stringify({ userId: currentSession()?.user._id }));
  answer.resolve(stored);
  await showMatches();
  await expect.element(page.getByText('a name is held')).toBeVisible();
  const writing = storeMatches();
  // As in another tab: removes the session and the cache, and this tab gets a storage event.
  for (const name of ['token', 'user']) localStorage.removeItem(name);
  await caches.delete(OWN_CACHE);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await writing;
  await expect.poll(() => caches.has(OWN_CACHE)).toBe(false);
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(await indexedDB.databases()).toEqual([]);
  expect(Object.values(localStorage).join()).not.toContain('Sunita');
});

it('a page that is opened after the session ended elsewhere deletes the drafts of the account from its tab', async () => {
  signInAs();
  storeDraft(alertDraft(idOf(2)), { message: 'About Sunita', sendForReview: false });
  clearSession();
  storeDraft({ form: 'registration' }, { name: 'Of a visitor' });
  await showMatches();
  await expect.poll(() => Object.keys(sessionStorage)).toEqual(['draft-of-visitor-registration']);
});

it('a new token of the same account keeps its answers and drafts, and no query key contains a token', async () => {
  signInAs();
  answer.resolve(stored);
  const client = createQueryClient(() => {});
  const userId = currentSession()?.user._id ?? '';
  storeDraft(alertDraft(idOf(2)), { message: 'About Sunita', sendForReview: false });
  show(
    <QueryClientProvider client={client}>
      <Matches userId={userId} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('a name is held')).toBeVisible();
  renewSession('a token', { token: 'a new token', user: signInAs() });
  await expect.element(page.getByText('a name is held')).toBeVisible();
  expect(Object.keys(sessionStorage)).toHaveLength(1);
  const keys = client
    .getQueryCache()
    .getAll()
    .map(({ queryHash }) => queryHash)
    .join();
  expect(keys).toContain(userId);
  expect(keys).not.toContain('token');
});

it('an answer of another build is not restored, and is deleted once the server answers; a queued write stays', async () => {
  signInAs();
  const userId = currentSession()?.user._id ?? '';
  await storeMatches(1_000, 'another build');
  await writeOwn('/kept/writes/alert/1/1', { userId });
  // Builds until November 2026 stored answers here.
  await writeOwn('/kept/answers/profile', { userId });
  await showMatches();
  await expect.poll(() => api.calls.length).toBeGreaterThan(0);
  expect(page.getByRole('article').elements()).toHaveLength(0);
  const client = new QueryClient();
  const stop = storeAnswers(client, () => undefined);
  await client.fetchQuery({ queryKey: ['profile', userId], queryFn: () => 1 });
  await expect.poll(() => ownAddresses()).toEqual(['/kept/writes/alert/1/1', '/stored/answers/profile']);
  stop();
});

it('another user who logs in on this device finds no data of the previous one', async () => {
  signInAs();
  await storeMatches();
  storeSession({ token: 'another token', user: { ...signInAs(), _id: idOf(3) } });
  await expect.poll(() => caches.has(OWN_CACHE)).toBe(false);
});
