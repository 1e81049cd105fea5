import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { SentAlertList } from '@mutual-transfer/domain/notices/alert';
import { useSyncExternalStore } from 'react';
import { ApiError, askApi, callApi, isUnanswered } from '../api/client.ts';
import { alertDraft, keepDraft } from '../drafts.ts';
import { currentSession } from '../session/session.ts';
import { forgetOwn, type Owned, ownAddresses, ownerId, readOwn, writeOwn } from './account-cache.ts';

const WRITES = '/kept/writes/';
const LOCK = 'waiting-writes';
const UNAVAILABLE = 503;
/** How long one rests, in milliseconds, that the server could not take now: one that it never can is then no burden. */
const REST = 60_000;

/** What a teacher sent: an alert to a teacher, or the answer to a proposal or agreement. */
export type Write =
  | {
      readonly kind: 'alert';
      readonly id: string;
      /** Of the teacher it is sent to, as the sender read it. */
      readonly name: string;
      readonly body: { readonly message: string; readonly sendForReview: boolean };
    }
  | {
      readonly kind: 'answer';
      readonly id: string;
      readonly body: { readonly answer: 'yes' | 'no'; readonly reason?: string | undefined };
    };

/** One that could not be sent yet; the server's sentence where it was refused later. */
export interface WaitingWrite extends Owned {
  readonly write: Write;
  readonly at: number;
  readonly refusal?: string;
}

let waiting: readonly WaitingWrite[] = [];
/** Until when those rest, by their addresses; all are tried again after a start. */
const restUntil = new Map<string, number>();
const listeners = new Set<() => void>();

/** What waits to be sent on this device, the oldest first. */
export function useWaitingWrites(): readonly WaitingWrite[] {
  const found = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => waiting,
  );
  return found.filter(({ userId }) => userId === ownerId());
}

/**
 * Sends it; without a connection it is kept, and sent when there is one. A text for the administrator is not: until it is released the
 * server tells its writer nothing of it, so whether it was taken could not be asked.
 *
 * @throws {ApiError} where the server refuses, or is not reached and it is not kept.
 */
export async function sendOrKeep(write: Write): Promise<'sent' | 'waiting'> {
  try {
    await post(write);
    return 'sent';
  } catch (error) {
    const userId = ownerId();
    const isForReview = write.kind === 'alert' && write.body.sendForReview;
    if (!isUnanswered(error) || userId === undefined || isForReview) throw error;
    await put({ userId, write, at: Date.now() });
    return 'waiting';
  }
}

/** Reads what waits from the device. */
export async function loadWaitingWrites(): Promise<void> {
  const found = await Promise.all(
    (await ownAddresses(WRITES)).map((address) => readOwn<WaitingWrite>(address)),
  );
  waiting = found.filter((one) => one !== undefined).sort((one, other) => one.at - other.at);
  for (const listener of listeners) listener();
}

/**
 * Takes one back that was not sent; the form of an alert then has its text again.
 *
 * @returns whether it still waited: it may be sent while it is pressed.
 */
export async function withdraw(one: WaitingWrite): Promise<boolean> {
  const { write } = one;
  const address = addressOf(one);
  const isTakenBack = await navigator.locks.request(LOCK, async () => {
    const kept = await readOwn(address);
    await forgetOwn(address);
    return kept !== undefined;
  });
  if (isTakenBack && write.kind === 'alert') keepDraft(alertDraft(write.id), write.body);
  await loadWaitingWrites();
  return isTakenBack;
}

/** Has one sent again that was refused. */
export async function sendAgain({ refusal: _, ...one }: WaitingWrite): Promise<void> {
  await put(one);
}

/**
 * Sends what waits, one after the other, in one tab at a time. The server may have taken one whose answer was lost: it is asked first.
 *
 * @returns how many were sent.
 */
export async function sendWaiting(): Promise<number> {
  if (!waiting.some(isDue)) return 0;
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return 0;
    await loadWaitingWrites();
    let sent = 0;
    for (const one of waiting.filter(isDue)) {
      const outcome = await sendOne(one);
      if (outcome === 'unreached') break;
      if (outcome === 'sent') sent += 1;
    }
    await loadWaitingWrites();
    return sent;
  });
}

function isDue(one: WaitingWrite): boolean {
  return one.refusal === undefined && Date.now() >= (restUntil.get(addressOf(one)) ?? 0);
}

async function sendOne(one: WaitingWrite): Promise<'sent' | 'refused' | 'resting' | 'unreached'> {
  if (ownerId() !== one.userId) return 'unreached';
  const token = currentSession()?.token;
  try {
    if (!(await wasReceived(one, token))) {
      // Another person may have signed in meanwhile, also in another tab.
      if (ownerId() !== one.userId) return 'unreached';
      await post(one.write, token);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || isUnreached(error)) return 'unreached';
    if (isPassing(error)) {
      restUntil.set(addressOf(one), Date.now() + REST);
      return 'resting';
    }
    const refused: WaitingWrite = { ...one, refusal: error.message };
    await writeOwn(addressOf(one), refused);
    return 'refused';
  }
  await forgetOwn(addressOf(one));
  return 'sent';
}

/** Not reached, busy, or no longer signed in: then the screens say so. */
function isUnreached({ status }: ApiError): boolean {
  return status === 0 || status === UNAVAILABLE || status === 401;
}

/** A limit that ends, or a fault of the server's own: nothing is wrong with what was sent. */
function isPassing({ status }: ApiError): boolean {
  return status === 429 || status >= 500;
}

async function wasReceived({ write, at }: WaitingWrite, token: string | undefined): Promise<boolean> {
  if (write.kind === 'answer') {
    const { data } = await callApi<{ data: { agreement: Agreement } }>(`/agreements/${write.id}`, { token });
    return data.agreement.members[0]?.answer === write.body.answer;
  }
  const response = await askApi('/alerts/sent?page=1&limit=20', { token });
  const { data } = (await response.json()) as SentAlertList;
  const sentAfter = at - clockError(response) - LONGEST_SENDING;
  // As the server stores it: the letters of Hindi with a dot below are two characters there.
  const text = write.body.message.normalize('NFC').replaceAll('\r\n', '\n').trim();
  return data.alerts.some(
    ({ toUser, message, createdAt }) =>
      toUser._id === write.id && message === text && Date.parse(createdAt) > sentAfter,
  );
}

/** From when it was sent until it was kept, with what the two clocks are read at different moments. In milliseconds. */
const LONGEST_SENDING = 300_000;
/** Where the server does not tell its time: the clock of a device may be wrong by hours. */
const LARGEST_CLOCK_ERROR = 86_400_000;

/** By how much the clock of the device is ahead of the server's. */
function clockError({ headers }: Response): number {
  const error = Date.now() - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(error) ? LARGEST_CLOCK_ERROR : error;
}

async function put(one: WaitingWrite): Promise<void> {
  await writeOwn(addressOf(one), one);
  await loadWaitingWrites();
}

function post({ kind, id, body }: Write, token?: string): Promise<unknown> {
  const path = kind === 'alert' ? `/alerts/${id}` : `/agreements/${id}/answer`;
  return callApi(path, { method: 'POST', body, token });
}

function addressOf({ write, at }: WaitingWrite): string {
  return `${WRITES}${write.kind}/${write.id}/${at}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
