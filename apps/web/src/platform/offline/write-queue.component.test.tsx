import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import OfflinePanel from '../../frame/banners/offline-panel.tsx';
import { idOf, signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { alertDraft, forgetDraft, readDraft, roomDraft } from '../drafts.ts';
import { clearSession, OWN_CACHE, storeSession } from '../session/session.ts';
import { forgetOwn, ownAddresses, readOwn, writeOwn } from './account-cache.ts';
import {
  loadWaitingWrites,
  sendOrQueue,
  sendWaiting,
  useQueuedState,
  type WaitingWrite,
  type Write,
  withdraw,
} from './write-queue.ts';

const RECIPIENT = idOf(2);
const SEND = `/api/alerts/${RECIPIENT}`;
const message = 'ज़रूर, मैं भी पढ़ाता हूँ। फ़ोन कीजिए।';
const nothing = { message: '', sendForReview: false };

let api: ReturnType<typeof answerCalls>;
/** Status of the server's responses to queued writes. `undefined` if the server is unreachable. */
let answerSending: number | undefined;
/** Called while the server processes a call. */
let whileSending: () => Promise<void>;

beforeEach(() => {
  signInAs();
  answerSending = undefined;
  whileSending = async () => {};
  api = answerCalls(async () => {
    await whileSending();
    if (answerSending === undefined) throw new TypeError('Failed to fetch');
    return { status: answerSending, body: { message: 'What the server says' } };
  });
});
afterEach(async () => {
  vi.useRealTimers();
  forgetDraft(alertDraft(RECIPIENT));
  clearSession();
  await caches.delete(OWN_CACHE);
  await loadWaitingWrites();
  api.stop();
});

function alert(sendForReview = false): Write {
  return { kind: 'alert', id: RECIPIENT, name: 'Ravi Ranjan', body: { message, sendForReview } };
}

const pathsAsked = () => api.calls.map(({ path }) => path);

/** Returns the idempotency keys of all calls, in order. */
const keysSent = () =>
  vi.mocked(fetch).mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
const later = (milliseconds: number) => new Date(Date.now() + milliseconds);

const ofProblem = { 'content-type': 'application/problem+json' };

it.each([
  ['a page of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['a page of a captive portal', () => new Response('<h1>Log in to the Wi-Fi</h1>', { status: 200 })],
  ['a refusal that is cut off', () => new Response('{"code":"forb', { status: 403, headers: ofProblem })],
])('an alert that is answered with %s waits to be sent', async (_what, answer) => {
  vi.mocked(fetch).mockImplementation(async () => answer());
  expect(await sendOrQueue(alert())).toBe('waiting');
});

it('an alert that a proxy refuses is not queued, because it would refuse it again', async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response('<h1>Too large</h1>', { status: 413 }));
  await expect(sendOrQueue(alert())).rejects.toMatchObject({ name: 'ApiError', status: 413 });
});

it('an alert whose response is lost after another teacher signed in is not queued for that teacher', async () => {
  whileSending = async () => storeSession({ token: 'another token', user: { ...signInAs(), _id: idOf(3) } });
  await sendOrQueue(alert());
  await loadWaitingWrites();
  expect(await ownAddresses()).toEqual([]);
});

it('a write that a full device does not store fails with the error of the connection', async () => {
  const storing = vi
    .spyOn(Cache.prototype, 'put')
    .mockRejectedValue(new DOMException('No space is left', 'QuotaExceededError'));
  await expect(sendOrQueue(alert())).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  storing.mockRestore();
});

it('an alert whose response was lost is sent again with the same key, so that the server stores it once', async () => {
  expect(await sendOrQueue(alert())).toBe('waiting');
  answerSending = 201;
  expect(await sendWaiting()).toBe(1);
  expect(pathsAsked()).toEqual([SEND, SEND]);
  const [first, second] = keysSent();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(await ownAddresses()).toEqual([]);
});

it('a message in an agreement is queued offline, shown as waiting, and sent to the same agreement later', async () => {
  const agreementId = idOf(20);
  const write: Write = { kind: 'message', id: agreementId, body: { message, sendForReview: false } };
  await show(<QueuedState id={agreementId} kind="message" />);
  expect(await sendOrQueue(write)).toBe('waiting');
  await expect.element(page.getByText('It is waiting')).toBeVisible();
  answerSending = 201;
  expect(await sendWaiting()).toBe(1);
  expect(new Set(pathsAsked())).toEqual(new Set([`/api/agreements/${agreementId}/messages`]));
  await expect.element(page.getByText('It is sent')).toBeVisible();
});

it('a withdrawn message leaves the queue, and its form contains the text again', async () => {
  const id = idOf(21);
  await show(<QueuedState id={id} kind="message" />);
  await sendOrQueue({ kind: 'message', id, body: { message, sendForReview: false } });
  await expect.element(page.getByText('It is waiting')).toBeVisible();
  const [address = ''] = await ownAddresses();
  expect(await withdraw((await readOwn<WaitingWrite>(address)) as WaitingWrite)).toBe(true);
  await expect.element(page.getByText('It is undefined')).toBeVisible();
  expect(readDraft(roomDraft(id), nothing)).toEqual({ message });
  forgetDraft(roomDraft(id));
});

function QueuedState({ kind, id }: { kind: Write['kind']; id: string }) {
  const state = useQueuedState(kind, id);
  return <p>{`It is ${state}`}</p>;
}

it('a refused alert does not wait any more', async () => {
  await sendOrQueue(alert());
  await show(<QueuedState id={RECIPIENT} kind="alert" />);
  await expect.element(page.getByText('It is waiting')).toBeVisible();
  answerSending = 403;
  await sendWaiting();
  await expect.element(page.getByText('It is undefined')).toBeVisible();
});

it('sending the same text again uses a new idempotency key', async () => {
  answerSending = 201;
  for (let time = 0; time < 2; time += 1) expect(await sendOrQueue(alert())).not.toBe('waiting');
  const [first, second] = keysSent();
  expect(second).not.toBe(first);
});

it('an alert queued by a build without keys is sent with a key that is stored', async () => {
  const one = { userId: signInAs()._id, write: alert(), at: Date.now() };
  await writeOwn(`/kept/writes/alert/${RECIPIENT}/${one.at}`, one);
  await loadWaitingWrites();
  expect(await sendWaiting()).toBe(0);
  answerSending = 201;
  expect(await sendWaiting()).toBe(1);
  const [first, second] = keysSent();
  expect([first === null, second]).toEqual([false, first]);
});

it('a write queued for more than seven days is sent only after a press', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  expect(await sendOrQueue(alert())).toBe('waiting');
  answerSending = 201;
  vi.setSystemTime(later(7 * 86_400_000 + 1));
  expect(await sendWaiting()).toBe(0);
  await show(<OfflinePanel />);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect.poll(async () => ((await sendWaiting()) > 0 ? [] : ownAddresses())).toEqual([]);
  expect(pathsAsked()).toEqual([SEND, SEND]);
});

it.each([429, 500, 502])(
  'a queued write that is answered %i is sent again after a minute',
  async (status) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await sendOrQueue(alert())).toBe('waiting');
    answerSending = status;
    expect(await sendWaiting()).toBe(0);
    expect(await sendWaiting()).toBe(0);
    expect(pathsAsked()).toEqual([SEND, SEND]);
    answerSending = 201;
    vi.setSystemTime(later(60_000));
    expect(await sendWaiting()).toBe(1);
    expect(await ownAddresses()).toEqual([]);
  },
);

it('a refused write is not sent again automatically, and shows the reason', async () => {
  expect(await sendOrQueue(alert())).toBe('waiting');
  answerSending = 409;
  expect(await sendWaiting()).toBe(0);
  await show(<OfflinePanel />);
  await expect.element(page.getByText(/What the server says/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('a text that is sent for review is not queued', async () => {
  await expect(sendOrQueue(alert(true))).rejects.toMatchObject({ status: 0 });
  expect(await ownAddresses()).toEqual([]);
});

it('a queued write is not sent by another person who signs in', async () => {
  expect(await sendOrQueue(alert())).toBe('waiting');
  const other = { token: 'another token', user: { ...signInAs(), _id: idOf(3) } };
  storeSession(other);
  expect(await sendWaiting()).toBe(0);
  expect(pathsAsked()).toEqual([SEND]);
});

it('a write withdrawn in the offline panel leaves the queue, and its form contains the text again', async () => {
  expect(await sendOrQueue(alert())).toBe('waiting');
  await show(<OfflinePanel />);
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect.poll(() => readDraft(alertDraft(RECIPIENT), nothing)).toEqual({ message });
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  await expect.element(page.getByText(/had already been sent/)).not.toBeInTheDocument();
  expect(await ownAddresses()).toEqual([]);
});

it('a write withdrawn while it is being sent is reported as sent, and its form stays empty', async () => {
  expect(await sendOrQueue(alert())).toBe('waiting');
  const received = Promise.withResolvers<void>();
  [answerSending, whileSending] = [201, () => received.promise];
  await show(<OfflinePanel />);
  await expect.poll(pathsAsked).toEqual([SEND, SEND]);
  await page.getByRole('button', { name: 'Do not send' }).click();
  received.resolve();
  await expect.element(page.getByText(/had already been sent/)).toBeVisible();
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  expect(readDraft(alertDraft(RECIPIENT), nothing)).toEqual({});
});

it('deleting a stored value after the logout leaves no empty cache', async () => {
  await writeOwn('/kept/one', { userId: signInAs()._id });
  expect(await caches.has(OWN_CACHE)).toBe(true);
  clearSession();
  await forgetOwn('/kept/one');
  await expect.poll(() => caches.has(OWN_CACHE)).toBe(false);
});
