import { hasAccess } from '@mutual-transfer/domain/payments/access';
import type { PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import {
  type FetchQueryOptions,
  notifyManager,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isUnanswered } from '../api/client.ts';
import { currentSession } from '../session/session.ts';
import {
  ANSWERS,
  forgetOwn,
  type Owned,
  ownAddresses,
  ownerId,
  readOwn,
  WRITES,
  writeOwn,
} from './account-cache.ts';
import { buildOfPage } from './build-of-page.ts';
import { currentData, isUnconfirmed, unconfirmed } from './unconfirmed-answers.ts';

/** Answers stored for offline use, by the first part of their query keys. */
const ofOneself = ['my-requests', 'payment-status', 'profile'];
const ofOthers = ['matches', 'rings', 'agreements', 'alerts'];

/** Prefixes of the addresses of answers that are shown before the server has confirmed them. */
const restoredAtOnce = [...ofOneself, 'matches', 'agreements/waiting'].map((parts) => `${ANSWERS}${parts}`);

/** Parts of agreements that are not stored: messages of members, and repairs. */
const notStored = ['messages', 'repairs'];

const STORED_FOR = 3 * 86_400_000;

interface StoredAnswer extends Owned {
  /** `undefined` once deleted, until the answer is renewed. */
  readonly data: unknown;
  /** Time at which the server sent the answer. */
  readonly at: number;
  /** Page load that stored the answer. */
  readonly load: number;
  /** Build of that page. Another build may expect other fields. */
  readonly build: string;
}

/**
 * Returns the query that renews a stored answer, or `undefined` if it is not renewed. Takes the parts of its query key without the account
 * id.
 */
type RenewalOf = (keyParts: readonly string[]) => Renewal | undefined;

/** Query as `fetchQuery` takes it. */
interface Renewal {
  readonly queryKey: QueryKey;
}

/** Stored answer with its cache address. */
type AddressedAnswer = readonly [address: string, answer: StoredAnswer];

/** Returns `true` for keys of queries whose answers are stored. */
export function isStored([kind, , part]: QueryKey): boolean {
  return [...ofOneself, ...ofOthers].includes(String(kind)) && !notStored.includes(String(part));
}

/**
 * Stores the signed-in person's answers as they arrive. After the first response of the server, deletes answers of earlier visits about
 * other people, who may hide their data by now, and renews those that should stay stored.
 * @returns Function that stops storing.
 */
export function storeAnswers(client: QueryClient, renewalOf: RenewalOf): () => void {
  let isCurrent: Promise<void> | undefined;
  let previous: Promise<void> | undefined;
  const store = (queryKey: QueryKey) => {
    // Other answers, such as reference data, may come from the browser's cache while the server is unreachable.
    if (!isStored(queryKey)) return;
    isCurrent ??= forgetEarlier(renewalOf).then((renewals) => {
      for (const renewal of renewals) void renew(client, renewal);
    });
    // One answer after the other, so that no task blocks the page. A full device, or one whose user forbids storage, stores none.
    previous = Promise.all([isCurrent, previous])
      .then(() => storeAnswer(client, queryKey))
      .catch(() => {});
  };
  const queries = client.getQueryCache();
  for (const { queryKey, state } of queries.getAll()) {
    // Restored answers are older than this page.
    if (state.dataUpdatedAt >= performance.timeOrigin) store(queryKey);
  }
  return queries.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    store(event.query.queryKey);
  });
}

async function storeAnswer(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const userId = ownerId();
  const { data, dataUpdatedAt: at = 0 } = client.getQueryState(queryKey) ?? {};
  if (userId === undefined || data === undefined || queryKey[1] !== currentSession()?.user._id) return;
  const answer: StoredAnswer = { userId, data, at, load: performance.timeOrigin, build: buildOfPage() };
  await writeOwn(addressOf(queryKey), answer);
}

/** Restores the stored answer of a query while the server is unreachable, with its original time. */
export async function restoreAnswer(client: QueryClient, queryKey: QueryKey): Promise<void> {
  if (!isStored(queryKey) || queryKey[1] !== currentSession()?.user._id) return;
  const answer = await readOwn<StoredAnswer>(addressOf(queryKey));
  if (answer === undefined || !isUsable(answer)) return;
  setUnlessAnswered(client, queryKey, currentData(partsOfKey(queryKey), answer.data), answer.at);
}

/** Last state that is read before hydration, with the token of its session. */
let readEarly: { readonly token: string; readonly answers: Promise<readonly AddressedAnswer[]> } | undefined;

/** Starts to read the last state while the page is hydrated, for the first `restoreLastState`. */
export function readLastStateEarly(): void {
  const session = currentSession();
  if (session === null || ownerId() === undefined) return;
  const answers = readLastState();
  // `restoreLastState` gets the same error.
  answers.catch(() => {});
  readEarly = { token: session.token, answers };
}

/**
 * Restores the last state of the user's requests, matches and waiting proposals until the server answers. Until then the teachers in these
 * answers have no name, school or contact, because they may hide these by now.
 */
export async function restoreLastState(client: QueryClient): Promise<void> {
  const token = currentSession()?.token;
  if (token === undefined) return;
  // Another token belongs to another session, whose predecessor may have deleted the stored answers.
  const reading = readEarly?.token === token ? readEarly.answers : readLastState();
  readEarly = undefined;
  const answers = await reading;
  notifyManager.batch(() => {
    for (const [address, answer] of answers) restoreUnconfirmed(client, address, answer);
  });
}

/** Reads the stored answers of the last state. */
async function readLastState(): Promise<readonly AddressedAnswer[]> {
  const addresses = (await ownAddresses(ANSWERS)).filter((address) =>
    restoredAtOnce.some((beginning) => address.startsWith(beginning)),
  );
  const answers = await Promise.all(addresses.map((address) => readOwn<StoredAnswer>(address)));
  return addresses.flatMap((address, index): readonly AddressedAnswer[] => {
    const answer = answers[index];
    return answer === undefined || !isUsable(answer) ? [] : [[address, answer]];
  });
}

function restoreUnconfirmed(client: QueryClient, address: string, answer: StoredAnswer): void {
  const keyParts = keyPartsIn(address);
  const [kind = '', ...others] = keyParts;
  // A teacher who has paid since must not be sent to the payment.
  if (kind === 'payment-status' && !hasAccess(answer.data as PaymentStatus)) return;
  const queryKey = [kind, answer.userId, ...others];
  setUnlessAnswered(client, queryKey, unconfirmed(keyParts, answer), answer.at);
  markStale(client, queryKey, answer.at);
}

/** Invalidates a restored answer, even a fresh one, so that a mounting screen refetches it. `none` does not cancel a call in flight. */
function markStale(client: QueryClient, queryKey: QueryKey, restoredAt: number): void {
  if (client.getQueryState(queryKey)?.dataUpdatedAt !== restoredAt) return;
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Sets the answer unless the server has answered. A whole answer replaces one without names, never the reverse. */
function setUnlessAnswered(client: QueryClient, queryKey: QueryKey, data: unknown, at: number): void {
  const known = client.getQueryData(queryKey);
  if (queryKey[1] !== ownerId()) return;
  if (known === undefined || (isUnconfirmed(known) && !isUnconfirmed(data)))
    client.setQueryData(queryKey, data, { updatedAt: at });
}

/**
 * Deletes old answers, answers of other builds, answers of earlier page loads about other people, and all data of a previous person who
 * did not sign out. Keeps waiting writes.
 *
 * @returns Queries that renew deleted answers about other people.
 */
async function forgetEarlier(renewalOf: RenewalOf): Promise<readonly Renewal[]> {
  const renewals: Renewal[] = [];
  for (const address of await ownAddresses()) {
    const stored = await readOwn<StoredAnswer>(address);
    const isOver = stored !== undefined && isOfEarlierLoad(address, stored);
    if (isOver || isUseless(address, stored)) await forgetOwn(address);
    const renewal = isOver ? renewalOf(keyPartsIn(address)) : undefined;
    if (stored === undefined || renewal === undefined) continue;
    renewals.push(renewal);
    await storeEmptied(addressOf(renewal.queryKey), stored);
  }
  return renewals;
}

/** Returns `true` for an answer about other people that an earlier page load stored. */
function isOfEarlierLoad(address: string, { load }: StoredAnswer): boolean {
  return ofOthers.some((kind) => address.startsWith(`${ANSWERS}${kind}`)) && load !== performance.timeOrigin;
}

/** Stores the address of a renewal, so that the next page load renews the answer if this one is interrupted. A full device stores none. */
async function storeEmptied(address: string, answer: StoredAnswer): Promise<void> {
  if (isRecent(answer))
    await writeOwn(address, { ...answer, data: undefined } as StoredAnswer).catch(() => {});
}

/** Fetches an answer that should stay stored. Deletes its address if the server refuses it. */
async function renew(client: QueryClient, renewal: Renewal): Promise<void> {
  try {
    // `queryOptions` types each query by its own answer, which a list of them cannot express.
    await client.fetchQuery(renewal as FetchQueryOptions);
  } catch (error) {
    if (!isUnanswered(error)) await forgetOwn(addressOf(renewal.queryKey)).catch(() => {});
  }
}

function isUseless(address: string, stored: StoredAnswer | undefined): boolean {
  if (stored === undefined) return true;
  return address.startsWith(ANSWERS) ? !isUsable(stored) : !address.startsWith(WRITES);
}

function isUsable(answer: StoredAnswer): boolean {
  return answer.data !== undefined && answer.build === buildOfPage() && isRecent(answer);
}

function isRecent({ at }: StoredAnswer): boolean {
  return Date.now() - at <= STORED_FOR;
}

function addressOf(queryKey: QueryKey): string {
  return `${ANSWERS}${partsOfKey(queryKey).map(encodeURIComponent).join('/')}`;
}

/** Returns a key without the account's id, the second part of each key, which is stored with the answer. */
function partsOfKey([kind, , ...rest]: QueryKey): string[] {
  return [kind, ...rest].map(String);
}

function keyPartsIn(address: string): string[] {
  return address.slice(ANSWERS.length).split('/').map(decodeURIComponent);
}
