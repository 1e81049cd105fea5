import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { PersistedQuery } from '@tanstack/query-persist-client-core';
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { agreement, agreementList } from '../testing/agreements.ts';
import { idOf, match, ownRequest, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { changeStored, storedInDatabases } from '../testing/stored.ts';
import { clearStored } from './answer-store.ts';
import { storeDraft } from './drafts.ts';
import { useEndOfSession } from './end-of-session.ts';
import { forgetOldAnswers } from './persister.ts';
import { callQuery } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { clearSession, currentSession, renewSession, storeSession, USER } from './session.ts';

const DAY = 86_400_000;
const personal = ['Sunita', 'Rajkiya', '9876543210', 'sunita@example.com'];
const alertDraft = { form: 'alert' };
const nothing = '[[],[]]';

let api: ReturnType<typeof answerCalls>;
/** The server's answer. */
let answer: PromiseWithResolvers<unknown>;
let client: QueryClient;

beforeEach(async () => {
  await clearStored();
  answer = Promise.withResolvers();
  api = answerCalls(async () => ({ status: 200, body: await answer.promise }));
  client = createQueryClient(() => {});
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  api.stop();
  clearSession();
  sessionStorage.clear();
  await clearStored();
});

const roomQuery = (userId: string) =>
  callQuery(['agreements', userId, 'one', idOf(20)], '/agreements/1', (one: Agreement) => one);

/** Agreement as the page holds it, as text. */
function Room() {
  const userId = currentSession()?.user._id ?? '';
  useEndOfSession(useQueryClient());
  const { data, fetchStatus } = useQuery(roomQuery(userId));
  return (
    <>
      <output>{JSON.stringify(data)}</output>
      <p>{fetchStatus}</p>
    </>
  );
}

/** Shows the agreement on a page that was just opened. */
function open() {
  client = createQueryClient(() => {});
  return show(
    <QueryClientProvider client={client}>
      <Room />
    </QueryClientProvider>,
  );
}

const held = () => page.getByRole('status').element().textContent;

/** Opens the page on an earlier visit, on which the server answers. */
async function visitBefore(): Promise<void> {
  answer.resolve(agreement({ endedBy: idOf(3) }));
  const screen = await open();
  await expect.poll(held).toContain('Sunita');
  await expect.poll(storedInDatabases).toContain('Danapur');
  await screen.unmount();
  answer = Promise.withResolvers();
}

it('a returning member sees the last state at once, without names, contact and actions of others, until the server answers', async () => {
  signInAs();
  await visitBefore();
  const stored = await storedInDatabases();
  // The member's own seat is stored whole.
  expect(stored.split('Sunita')).toHaveLength(2);
  expect(stored).not.toContain(idOf(3));
  await open();
  await expect.poll(held).toContain('Danapur');
  const { members, can } = JSON.parse(held() ?? '') as Agreement;
  for (const word of personal) expect(JSON.stringify(members.slice(1))).not.toContain(word);
  expect(members[1]?.user).toMatchObject({ name: 'Hidden', schoolName: 'Hidden', postingBlock: 'Danapur' });
  expect(members[1]?.user?._id).toBeUndefined();
  expect(Object.values(can).flat().some(Boolean)).toBe(false);
  answer.resolve(agreement({ members: agreement().members.toReversed() }));
  await expect.poll(held).toMatch(/^{.*Sunita.*Sunita/);
});

it('a member without a connection keeps the last state', async () => {
  signInAs();
  await visitBefore();
  answer.promise.catch(() => {});
  answer.reject(new TypeError('Failed to fetch'));
  await open();
  await expect.poll(held).toContain('Danapur');
  await expect.element(page.getByText('idle')).toBeVisible();
  expect(held()).toContain('Danapur');
});

it('an answer that a write put into the cache is stored', async () => {
  signInAs();
  await visitBefore();
  await open();
  await expect.poll(held).toContain('Danapur');
  client.setQueryData(roomQuery(idOf(1)).queryKey, agreement({ subject: 'Physics' }));
  await expect.poll(storedInDatabases).toContain('Physics');
  expect((await storedInDatabases()).split('Sunita')).toHaveLength(2);
});

it('own requests are stored, and the names of those who sent alerts are not', async () => {
  const userId = signInAs()._id;
  client.setQueryData(['my-requests', userId], [ownRequest()]);
  client.setQueryData(['alerts', userId, 'en', 'page=1'], {
    alerts: [{ _id: idOf(30), fromUser: person(), kind: 'message', message: 'Shall we swap?' }],
    pagination: {},
  });
  client.setQueryData(['alerts', userId, 'sent', '1'], { alerts: [{ toUser: person({ name: 'Ravi' }) }] });
  client.setQueryData(['profile', userId], person({ name: 'Kavita' }));
  await expect.poll(storedInDatabases).toContain('My parents are old.');
  await expect.poll(storedInDatabases).toContain('Shall we swap?');
  const stored = await storedInDatabases();
  expect(stored.split('Sunita')).toHaveLength(2);
  for (const word of ['Ravi', 'Kavita']) expect(stored).not.toContain(word);
});

it('of the dashboard places and scores are stored, and neither names nor what could be proposed', async () => {
  const userId = signInAs()._id;
  const ofOthers = person({ _id: idOf(2) });
  const others = agreement().members.map((member) => ({ ...member, isMe: false, user: ofOthers }));
  client.setQueryData(['dashboard', userId, 'en'], {
    ...{
      requests: [],
      total: 1,
      perfect: 1,
      wantsYourPlace: 0,
      registered: { perfect: 0, wantsYourPlace: 0 },
      unread: 0,
      season: null,
    },
    asksForConsent: false,
    contactOpensAt: '2026-06-16T00:00:00.000Z',
    matches: [match({ user: ofOthers })],
    ring: { length: 3, members: [{ user: ofOthers }], requests: [] },
    rings: 1,
    proposals: agreementList({ agreements: [agreement({ members: others })] }),
    alerts: [{ _id: idOf(30), fromUser: ofOthers, kind: 'message', message: 'Shall we swap?' }],
  });
  await expect.poll(storedInDatabases).toContain('Shall we swap?');
  const stored = await storedInDatabases();
  expect(stored).toContain('"matchScore":100');
  expect(stored).toContain('"requests":null');
  for (const word of [...personal, idOf(2), 'contactOpensAt']) expect(stored).not.toContain(word);
});

it('the account and its access are stored only while it has access', async () => {
  const account = signInAs();
  const key = ['me', account._id, 'en'];
  const me = { account, waiting: null, announcements: [] };
  client.setQueryData(key, { ...me, payment: { isPaymentRequired: true, isPaid: true } });
  await expect.poll(storedInDatabases).toContain('"isPaid":true');
  client.setQueryData(key, { ...me, payment: { isPaymentRequired: true, isPaid: false } });
  await expect.poll(storedInDatabases).toBe(nothing);
});

it('a state older than three days is not shown, and is deleted', async () => {
  signInAs();
  await visitBefore();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 3 * DAY + 60_000);
  await open();
  await expect.poll(() => api.calls.length).toBe(2);
  expect(held()).toBe('');
  await expect.poll(storedInDatabases).not.toContain('Danapur');
});

it('the state of another build is not shown, and is deleted', async () => {
  signInAs();
  await visitBefore();
  await changeStored<PersistedQuery>((query) => ({ ...query, buster: 'another build' }));
  await open();
  await expect.poll(() => api.calls.length).toBe(2);
  expect(held()).toBe('');
  await expect.poll(storedInDatabases).not.toContain('Danapur');
});

it('old answers and those of another build are deleted even if no screen reads them', async () => {
  const userId = signInAs()._id;
  client.setQueryData(['my-requests', userId], [ownRequest()]);
  await visitBefore();
  await forgetOldAnswers();
  expect(await storedInDatabases()).toContain('my-requests');
  await changeStored<PersistedQuery>((query) => ({ ...query, buster: 'another build' }));
  await forgetOldAnswers();
  expect(await storedInDatabases()).toBe(nothing);
});

it.each([
  ['an administrator', { role: 'admin' as const }],
  ['an administrator who views the product as a teacher', { impersonated: true }],
  ['another teacher', { _id: idOf(99) }],
])('nothing is restored for %s, and nothing of an administrator is stored', async (_who, changes) => {
  signInAs();
  await visitBefore();
  // Storing a session of another user deletes the state, so this one is written as another tab would.
  localStorage.setItem(USER, JSON.stringify({ ...currentSession()?.user, ...changes }));
  await open();
  await expect.poll(() => api.calls.length).toBe(2);
  expect(held()).toBe('');
  if ('_id' in changes) return;
  answer.resolve(agreement({ subject: 'Physics' }));
  await expect.poll(held).toContain('Physics');
  expect(await storedInDatabases()).not.toContain('Physics');
});

/** Ends the session as another tab does: it removes the session and the state, and this tab gets an event. */
async function logOutElsewhere(): Promise<void> {
  for (const name of ['token', USER]) localStorage.removeItem(name);
  await clearStored();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

it('a logout in another tab clears the drafts and the state of this tab, and an answer that is being stored', async () => {
  signInAs();
  answer.resolve(agreement());
  storeDraft(alertDraft, { message: 'About Sunita' });
  sessionStorage.setItem('paymentStatus', JSON.stringify({ userId: currentSession()?.user._id }));
  await open();
  await expect.poll(storedInDatabases).toContain('Danapur');
  client.setQueryData(roomQuery(idOf(1)).queryKey, agreement({ subject: 'Physics' }));
  await logOutElsewhere();
  await expect.poll(storedInDatabases).toBe(nothing);
  await expect.poll(() => Object.keys(sessionStorage)).toEqual([]);
  expect(Object.values(localStorage).join()).not.toContain('Sunita');
  expect(client.getQueryData(roomQuery(idOf(1)).queryKey)).toBeUndefined();
});

it('an answer that this tab stored before it learned of the logout is deleted', async () => {
  signInAs();
  answer.resolve(agreement());
  await open();
  await expect.poll(storedInDatabases).toContain('Danapur');
  await clearStored();
  client.setQueryData(roomQuery(idOf(1)).queryKey, agreement({ subject: 'Physics' }));
  await expect.poll(storedInDatabases).toContain('Physics');
  await logOutElsewhere();
  await expect.poll(storedInDatabases).toBe(nothing);
});

it('another user who logs in on this device finds no state of the previous one', async () => {
  signInAs();
  await visitBefore();
  storeSession({ token: 'another token', user: { ...signInAs(), _id: idOf(3) } });
  await expect.poll(storedInDatabases).toBe(nothing);
});

it('a page that is opened after the session ended elsewhere deletes the drafts of the account from its tab', async () => {
  signInAs();
  storeDraft(alertDraft, { message: 'About Sunita' });
  clearSession();
  storeDraft({ form: 'registration' }, { name: 'Of a visitor' });
  await open();
  await expect.poll(() => Object.keys(sessionStorage)).toEqual(['draft-of-visitor-registration']);
});

it('a new token of the same account keeps its answers and drafts, and no query key contains a token', async () => {
  signInAs();
  answer.resolve(agreement());
  storeDraft(alertDraft, { message: 'About Sunita' });
  await open();
  await expect.poll(storedInDatabases).toContain('Danapur');
  renewSession('a token', { token: 'a new token', user: signInAs() });
  await expect.poll(held).toContain('Sunita');
  expect(Object.keys(sessionStorage)).toHaveLength(1);
  expect(await storedInDatabases()).toContain('Danapur');
  const queries = client.getQueryCache().getAll();
  expect(queries.map(({ queryHash }) => queryHash).join()).not.toContain('token');
});

it('without storage on the device the product works, and stores nothing', async () => {
  signInAs();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No space is left', 'QuotaExceededError');
  });
  answer.resolve(agreement());
  await open();
  await expect.poll(held).toContain('Sunita');
});
