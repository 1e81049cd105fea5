import { useSyncExternalStore } from 'react';
import { ApiError, callApi, isUnanswered } from '../api/client.ts';
import { newKey } from '../api/idempotency-keys.ts';
import { alertDraft, roomDraft, storeDraft } from '../drafts.ts';
import { currentSession } from '../session/session.ts';
import { forgetOwn, type Owned, ownAddresses, ownerId, readOwn, WRITES, writeOwn } from './account-cache.ts';

const LOCK = 'waiting-writes';
const UNAVAILABLE = 503;
/** Pause in milliseconds before a write that the server could not accept is retried, so that one that always fails causes no load. */
const REST = 60_000;
/** Age in milliseconds (seven days) after which a write is sent only on request. */
const OLD = 7 * 86_400_000;

/** Write that can be queued: an alert to a teacher, a message to the members of an agreement, or the answer to a proposal. */
export type Write =
  | {
      readonly kind: 'alert';
      readonly id: string;
      /** Name of the recipient as shown to the sender. */
      readonly name: string;
      readonly body: { readonly message: string; readonly sendForReview: boolean };
    }
  | {
      readonly kind: 'message';
      /** Id of the agreement. */
      readonly id: string;
      readonly body: { readonly message: string; readonly sendForReview: boolean };
    }
  | {
      readonly kind: 'answer';
      readonly id: string;
      readonly body: { readonly answer: 'yes' | 'no'; readonly reason?: string | undefined };
    };

/** Queued write, with the server's message if it was refused. */
export interface WaitingWrite extends Owned {
  readonly write: Write;
  readonly at: number;
  /** Idempotency key, so that a write whose response was lost has one effect. Earlier builds stored none. */
  readonly key?: string;
  /** Time at which the teacher requested sending although it is old. */
  readonly confirmedAt?: number;
  readonly refusal?: string;
}

let waiting: readonly WaitingWrite[] = [];
/** Kinds and ids of queued writes that were sent since the page was loaded. */
const sentLater = new Set<string>();
/** Ends of pauses by address of the write. Empty after a page load, so that all are retried. */
const restUntil = new Map<string, number>();
const listeners = new Set<() => void>();

/** Returns the queued writes of this device, oldest first. */
export function useWaitingWrites(): readonly WaitingWrite[] {
  const found = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => waiting,
  );
  return found.filter(({ userId }) => userId === ownerId());
}

/**
 * Returns the state of a queued write: waiting, or sent since the page was loaded. `undefined` if neither, for example after it was
 * withdrawn or refused.
 */
export function useQueuedState(kind: Write['kind'], id: string): 'waiting' | 'sent' | undefined {
  const isWaiting = useWaitingWrites().some(
    ({ write, refusal }) => write.kind === kind && write.id === id && refusal === undefined,
  );
  if (isWaiting) return 'waiting';
  return sentLater.has(`${kind}/${id}`) ? 'sent' : undefined;
}

/**
 * Sends a write and returns the answer. Without a connection queues it, to be sent later. A text that is sent for review is not queued: its form shows the error.
 * @throws {ApiError} if the server refuses, or is unreachable and the write is not queued.
 */
export async function sendOrQueue<Answer>(write: Write): Promise<Answer | 'waiting'> {
  const key = newKey();
  // Another person may sign in while the call is in flight.
  const userId = ownerId();
  try {
    return await post<Answer>(write, key);
  } catch (error) {
    const isForReview = write.kind !== 'answer' && write.body.sendForReview;
    if (!isUnanswered(error) || userId === undefined || isForReview) throw error;
    // A full device, or one whose user forbids storage, queues nothing.
    await put({ userId, write, key, at: Date.now() }).catch(() => Promise.reject(error));
    return 'waiting';
  }
}

/** Loads the queued writes from the device. */
export async function loadWaitingWrites(): Promise<void> {
  const found = await Promise.all(
    (await ownAddresses(WRITES)).map((address) => readOwn<WaitingWrite>(address)),
  );
  waiting = found.filter((one) => one !== undefined).sort((one, other) => one.at - other.at);
  for (const listener of listeners) listener();
}

/**
 * Withdraws a queued write. The form of an alert or message then has its text again.
 * @returns `false` if it was already being sent.
 */
export async function withdraw(one: WaitingWrite): Promise<boolean> {
  const { write } = one;
  const address = addressOf(one);
  const isTakenBack = await navigator.locks.request(LOCK, async () => {
    const stored = await readOwn(address);
    await forgetOwn(address);
    return stored !== undefined;
  });
  if (isTakenBack && write.kind === 'alert') storeDraft(alertDraft(write.id), write.body);
  if (isTakenBack && write.kind === 'message') storeDraft(roomDraft(write.id), write.body);
  await loadWaitingWrites();
  return isTakenBack;
}

/** Sends a refused or old write again. */
export async function sendAgain({ refusal, ...one }: WaitingWrite): Promise<void> {
  await put({ ...one, confirmedAt: Date.now() });
}

/** Returns `true` if a write has waited so long that its author may have changed their mind. The server stores keys for a day longer. */
export function isOld({ at, confirmedAt }: WaitingWrite): boolean {
  return Date.now() - (confirmedAt ?? at) > OLD;
}

/**
 * Sends the queued writes one after the other, in one tab at a time. A write whose response was lost is sent with the same key.
 * @returns Number of writes sent.
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
  // Another person may have signed in in the meantime, also in another tab.
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
  sentLater.add(`${one.write.kind}/${one.write.id}`);
  return 'sent';
}

/** Returns `true` if the server is unreachable or busy, or the session has ended, which the pages show. */
function isUnreached({ status }: ApiError): boolean {
  return status === 0 || status === UNAVAILABLE || status === 401;
}

/** Returns `true` for temporary errors: a limit, a call in progress, or an internal error of the server. The write itself is valid. */
function isPassing({ status, code }: ApiError): boolean {
  return status === 429 || status >= 500 || code === 'in_progress';
}

async function put(one: WaitingWrite): Promise<void> {
  sentLater.delete(`${one.write.kind}/${one.write.id}`);
  await writeOwn(addressOf(one), one);
  await loadWaitingWrites();
}

function post<Answer>({ kind, id, body }: Write, key: string, token?: string): Promise<Answer> {
  return callApi<Answer>(pathOf[kind](id), { method: 'POST', body, key, token });
}

const pathOf: Record<Write['kind'], (id: string) => string> = {
  alert: (id) => `/alerts/${id}`,
  message: (id) => `/agreements/${id}/messages`,
  answer: (id) => `/agreements/${id}/answer`,
};

function addressOf({ write, at }: WaitingWrite): string {
  return `${WRITES}${write.kind}/${write.id}/${at}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
