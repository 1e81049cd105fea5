import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import OfflinePanel from '../../frame/offline-panel.tsx';
import { idOf, signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { alertDraft, forgetDraft, readDraft } from '../drafts.ts';
import { clearSession, keepSession, OWN_CACHE } from '../session/session.ts';
import { forgetOwn, ownAddresses, writeOwn } from './account-cache.ts';
import { loadWaitingWrites, sendOrKeep, sendWaiting, type Write } from './write-queue.ts';

const RECIPIENT = idOf(2);
const SEND = `/api/alerts/${RECIPIENT}`;
const SENT = '/api/alerts/sent';
/** With letters that NFC takes apart. */
const message = '\u095Bरूर, मैं भी \u092Aढ़ाता हूँ। \u095Eोन कीजिए।';
const nothing = { message: '', sendForReview: false };

let api: ReturnType<typeof answerCalls>;
/** What `GET /alerts/sent` does. */
let answerSent: () => Promise<string[]>;
/** What the server answers to what is sent; undefined: it is not reached. */
let answerSending: number | undefined;
/** The server's clock, and when it received what it has. */
let serverTime: Date;
let receivedAt: Date;

beforeEach(() => {
  signInAs();
  answerSent = async () => [];
  answerSending = undefined;
  serverTime = receivedAt = new Date();
  api = answerCalls(async (path) => {
    if (path !== SENT && answerSending === undefined) throw new TypeError('Failed to fetch');
    if (path !== SENT) return { status: answerSending ?? 0, body: { message: 'What the server says' } };
    const createdAt = receivedAt.toISOString();
    const alerts = (await answerSent()).map((text) => ({
      toUser: { _id: RECIPIENT },
      message: text,
      createdAt,
    }));
    return { status: 200, body: { data: { alerts } }, headers: { date: serverTime.toUTCString() } };
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

it('an alert that the server has is not sent again, whichever letters it stores', async () => {
  expect(message.normalize('NFC')).not.toBe(message);
  answerSent = async () => [message.normalize('NFC')];
  expect(await sendOrKeep(alert())).toBe('waiting');
  expect(await sendWaiting()).toBe(1);
  expect(pathsAsked()).toEqual([SEND, SENT]);
  expect(await ownAddresses()).toEqual([]);
});

const HOUR = 3_600_000;
const later = (milliseconds: number) => new Date(Date.now() + milliseconds);

it('an alert with the same text that the server received an hour before is another one', async () => {
  expect(await sendOrKeep(alert())).toBe('waiting');
  answerSent = async () => [message.normalize('NFC')];
  [receivedAt, answerSending] = [later(-HOUR), 201];
  expect(await sendWaiting()).toBe(1);
  expect(pathsAsked()).toEqual([SEND, SENT, SEND]);
});

it.each([-3 * HOUR, 3 * HOUR])(
  'what the server has is recognised by a device whose clock is wrong by %i milliseconds',
  async (error) => {
    expect(await sendOrKeep(alert())).toBe('waiting');
    answerSent = async () => [message.normalize('NFC')];
    serverTime = receivedAt = later(-error);
    expect(await sendWaiting()).toBe(1);
    expect(pathsAsked()).toEqual([SEND, SENT]);
  },
);

it.each([429, 500, 502])(
  'what is answered %i is no refusal: it is sent again after a minute',
  async (status) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await sendOrKeep(alert())).toBe('waiting');
    answerSending = status;
    expect(await sendWaiting()).toBe(0);
    expect(await sendWaiting()).toBe(0);
    expect(pathsAsked()).toEqual([SEND, SENT, SEND]);
    answerSending = 201;
    vi.setSystemTime(later(60_000));
    expect(await sendWaiting()).toBe(1);
    expect(await ownAddresses()).toEqual([]);
  },
);

it('what is refused is not sent again by itself, and says why', async () => {
  expect(await sendOrKeep(alert())).toBe('waiting');
  answerSending = 409;
  expect(await sendWaiting()).toBe(0);
  await show(<OfflinePanel />);
  await expect.element(page.getByText(/What the server says/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('a text for the administrator does not wait: its receipt could not be asked', async () => {
  await expect(sendOrKeep(alert(true))).rejects.toMatchObject({ status: 0 });
  expect(await ownAddresses()).toEqual([]);
});

it('what waits is not sent by another person, who signs in while the server is asked', async () => {
  expect(await sendOrKeep(alert())).toBe('waiting');
  answerSent = async () => {
    keepSession({ token: 'another token', user: { ...signInAs(), _id: idOf(3) } });
    return [];
  };
  expect(await sendWaiting()).toBe(0);
  expect(pathsAsked()).toEqual([SEND, SENT]);
});

it('what is taken back is not sent, and its text is in the form again', async () => {
  expect(await sendOrKeep(alert())).toBe('waiting');
  answerSent = () => Promise.reject(new TypeError('Failed to fetch'));
  await show(<OfflinePanel />);
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect.poll(() => readDraft(alertDraft(RECIPIENT), nothing)).toEqual({ message });
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  await expect.element(page.getByText(/had already been sent/)).not.toBeInTheDocument();
  expect(await ownAddresses()).toEqual([]);
});

it('what is sent while the teacher takes it back is said to be sent, and is not in the form again', async () => {
  expect(await sendOrKeep(alert())).toBe('waiting');
  const received = Promise.withResolvers<string[]>();
  answerSent = () => received.promise;
  await show(<OfflinePanel />);
  await expect.poll(pathsAsked).toEqual([SEND, SENT]);
  await page.getByRole('button', { name: 'Do not send' }).click();
  received.resolve([message.normalize('NFC')]);
  await expect.element(page.getByText(/had already been sent/)).toBeVisible();
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  expect(readDraft(alertDraft(RECIPIENT), nothing)).toEqual({});
});

it('what is forgotten after the logout leaves no empty cache', async () => {
  await writeOwn('/kept/one', { userId: signInAs()._id });
  expect(await caches.has(OWN_CACHE)).toBe(true);
  clearSession();
  await forgetOwn('/kept/one');
  expect(await caches.has(OWN_CACHE)).toBe(false);
});
