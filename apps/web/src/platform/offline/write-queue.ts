import { useSyncExternalStore } from 'react';
import { ApiError, callApi, isUnanswered } from '../api/client.ts';
import { newKey } from '../api/idempotency-keys.ts';
import { alertDraft, keepDraft } from '../drafts.ts';
import { currentSession } from '../session/session.ts';
import { forgetOwn, type Owned, ownAddresses, ownerId, readOwn, writeOwn } from './account-cache.ts';

const WRITES = '/kept/writes/';
const LOCK = 'waiting-writes';
const UNAVAILABLE = 503;
/** How long one rests, in milliseconds, that the server could not take now: one that it never can is then no burden. */
const REST = 60_000;
/** In milliseconds: seven days. */
const OLD = 7 * 86_400_000;

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

/** A write that could not be sent yet, with the server's sentence if it was refused later. */
export interface WaitingWrite extends Owned {
  readonly write: Write;
  readonly at: number;
  /** Idempotency key, so that a write whose answer was lost has one effect. Builds before this one stored none. */
  readonly key?: string;
  /** When the teacher asked for it to be sent although it is old. */
  readonly confirmedAt?: number;
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
 * Sends a write; without a connection it is stored, and sent when there is one. A text for the administrator is not stored: its form says
 * that it was not sent.
 *
 * @throws {ApiError} where the server refuses, or is not reached and it is not kept.
 */
export async function sendOrKeep(write: Write): Promise<'sent' | 'waiting'> {
  const key = newKey();
  try {
    await post(write, key);
    return 'sent';
  } catch (error) {
    const userId = ownerId();
    const isForReview = write.kind === 'alert' && write.body.sendForReview;
    if (!isUnanswered(error) || userId === undefined || isForReview) throw error;
    await put({ userId, write, key, at: Date.now() });
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

/** Sends a write again that was refused, or one that is old. */
export async function sendAgain({ refusal, ...one }: WaitingWrite): Promise<void> {
  await put({ ...one, confirmedAt: Date.now() });
}

/** Returns true if a write has waited so long that its writer may think otherwise. The server stores keys for a day longer. */
export function isOld({ at, confirmedAt }: WaitingWrite): boolean {
  return Date.now() - (confirmedAt ?? at) > OLD;
}

/**
 * Sends what waits, one after the other, in one tab at a time. A write whose answer was lost is sent with the same key.
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
  return one.refusal === undefined && !isOld(one) && Date.now() >= (restUntil.get(addressOf(one)) ?? 0);
}

async function sendOne(waits: WaitingWrite): Promise<'sent' | 'refused' | 'resting' | 'unreached'> {
  const key = waits.key ?? newKey();
  const one = { ...waits, key };
  if (waits.key === undefined) await writeOwn(addressOf(one), one);
  // Another person may have signed in meanwhile, also in another tab.
  if (ownerId() !== one.userId) return 'unreached';
  try {
    await post(one.write, key, currentSession()?.token);
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

/** A limit that ends, a call that is still being worked on, or a fault of the server's own: nothing is wrong with what was sent. */
function isPassing({ status, code }: ApiError): boolean {
  return status === 429 || status >= 500 || code === 'in_progress';
}

async function put(one: WaitingWrite): Promise<void> {
  await writeOwn(addressOf(one), one);
  await loadWaitingWrites();
}

function post({ kind, id, body }: Write, key: string, token?: string): Promise<unknown> {
  const path = kind === 'alert' ? `/alerts/${id}` : `/agreements/${id}/answer`;
  return callApi(path, { method: 'POST', body, key, token });
}

function addressOf({ write, at }: WaitingWrite): string {
  return `${WRITES}${write.kind}/${write.id}/${at}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
