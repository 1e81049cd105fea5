import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { type AddressKey, addressKeys } from './address-keys.ts';
import { SharedCounter } from './shared-counter.ts';

/** Takes back what was counted, because it was no failure. */
export type TakeBack = () => Promise<void>;

/** Who tries to sign in, as far as the server can tell before it looks at the password. */
export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** The device has signed in to this account before. */
  readonly isKnownDevice: boolean;
}

/** What visitors without a session read, each kind out of a budget of its own. */
export type VisitorBudget = 'api' | 'captcha' | 'entry' | 'page';

/** Limits that hold over all server processes together. Each throws `rate_limited` with the seconds to wait. */
export interface Limits {
  /**
   * Counts a guess before the password is looked at, so that parallel guesses count: 25 an hour by account and address
   * together, and apart from those for devices that signed in to the account before. Taken back when it was right.
   */
  readonly login: (attempt: LoginAttempt) => Promise<TakeBack>;
  /** 25 an hour that a signed-in session is asked for its own password: a session that was taken is no way to guess. */
  readonly ownPassword: (userId: string) => Promise<void>;
  /** 60 registrations in 30 minutes an address. Taken back when no account was made. */
  readonly registration: (address: string) => Promise<TakeBack>;
  /** Counts what a script does more often than a person: wrong passwords, and registrations with a taken email or phone. */
  readonly noteFailure: (address: string, email: string) => Promise<void>;
  /** Whether an address or account behaves like a script, so that a proof of work is asked for. */
  readonly needsProof: (address: string, email: string) => Promise<boolean>;
  /** Uses up a proof of work. Resolves to whether it was new. */
  readonly useProof: (id: string) => Promise<boolean>;
  /**
   * 1,500 reads in 5 minutes a session; 300 calls of the API, 300 security checks, 300 sign-ins and registrations,
   * and 600 pages an address without one.
   */
  readonly read: (reader: Reader, cost?: number) => Promise<void>;
  /**
   * 20 times in 24 hours an account that it posts, changes, renews or reopens a request, or changes what its profile offers;
   * throws `posting_limit`. Taken back when it was refused.
   */
  readonly posting: (userId: string) => Promise<TakeBack>;
  /** So many different rows of public lists in 24 hours an address; throws `visitor_limit`. */
  readonly visitorRows: (shown: VisitorPage) => Promise<void>;
}

/** A page of a public list that a visitor is about to be shown. */
export interface VisitorPage {
  readonly address: string;
  /** What was asked for: a page that was shown before does not count again. */
  readonly page: string;
  readonly rows: number;
}

export type Reader =
  | { readonly sessionId: string }
  | { readonly address: string; readonly budget: VisitorBudget };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Of how many pages each process knows that they were shown to an address; a forgotten one counts again. */
const PAGES_KNOWN = 100_000;
const GUESSES = 25;
const REGISTRATIONS = 60;
const POSTINGS = 20;
/** Failures in an hour, of all accounts from one address or of one account from all addresses, that are like a script's. */
const SUSPICIOUS_FAILURES = 50;
const SUSPICIOUS_REGISTRATIONS = 40;
const visitorBudgets: Readonly<Record<VisitorBudget, number>> = {
  api: 300,
  captcha: 300,
  entry: 300,
  page: 600,
};
/** Reads are counted in the process and added to the shared counter in batches, so that most reads cost no write. */
const READS_PER_BATCH = 25;
const nothing = async () => {};

/** No limits at all: for tests and load runs. */
export const unlimited: Limits = {
  login: async () => nothing,
  ownPassword: nothing,
  registration: async () => nothing,
  noteFailure: nothing,
  needsProof: async () => false,
  useProof: async () => true,
  read: nothing,
  posting: async () => nothing,
  visitorRows: nothing,
};

export function createLimits(pool: pg.Pool, { visitorRowsADay }: Pick<Config, 'visitorRowsADay'>): Limits {
  const guesses = new SharedCounter(pool, 'login', HOUR);
  const ownPasswords = new SharedCounter(pool, 'own-password', HOUR);
  const registrations = new SharedCounter(pool, 'registration', 30 * MINUTE);
  const failures = new SharedCounter(pool, 'failures', HOUR);
  const proofs = new SharedCounter(pool, 'proof', HOUR);
  const postings = new SharedCounter(pool, 'posting', DAY);
  return {
    login: ({ email, address, isKnownDevice }) => {
      const account = accountKey(email);
      // A known device has tries of its own: those of others, behind the same address or not, do not use them up.
      const keys = isKnownDevice
        ? [{ key: `device ${account}`, factor: 1 }]
        : addressKeys(address).map(({ key, factor }) => ({ key: `${account} ${key}`, factor }));
      return reserve(guesses, keys, GUESSES);
    },
    ownPassword: async (userId) => {
      await reserve(ownPasswords, [{ key: userId, factor: 1 }], GUESSES);
    },
    registration: (address) => reserve(registrations, addressKeys(address), REGISTRATIONS),
    noteFailure: async (address, email) => {
      await Promise.all(suspects(address, email).map(({ key }) => failures.add(key, 1)));
    },
    needsProof: async (address, email) => {
      const exceeds = async (counter: SharedCounter, { key, factor }: AddressKey, most: number) =>
        (await counter.read(key)).points >= most * factor;
      const found = await Promise.all([
        ...suspects(address, email).map((suspect) => exceeds(failures, suspect, SUSPICIOUS_FAILURES)),
        ...addressKeys(address).map((suspect) => exceeds(registrations, suspect, SUSPICIOUS_REGISTRATIONS)),
      ]);
      return found.includes(true);
    },
    useProof: async (id) => (await proofs.add(id, 1)).points === 1,
    read: createReadLimit(pool),
    posting: (userId) => reserve(postings, [{ key: userId, factor: 1 }], POSTINGS, postingLimit),
    visitorRows: createVisitorLimit(pool, visitorRowsADay),
  };
}

function suspects(address: string, email: string): AddressKey[] {
  return [...addressKeys(address), { key: accountKey(email), factor: 1 }];
}

/** So that no address of a person stands in the table of counters. */
function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

/** Counts one under each key. Where any is beyond its limit, the others get theirs back and the call is refused. */
async function reserve(
  counter: SharedCounter,
  keys: readonly AddressKey[],
  most: number,
  refuse = tooMany,
): Promise<TakeBack> {
  const counted = await Promise.all(
    keys.map(async ({ key, factor }) => ({ key, most: most * factor, count: await counter.add(key, 1) })),
  );
  const takeBack = async () => {
    await Promise.all(keys.map(({ key }) => counter.add(key, -1)));
  };
  const beyond = counted.filter(({ count, most: limit }) => count.points > limit);
  if (beyond.length === 0) return takeBack;
  await takeBack();
  throw refuse(Math.max(...beyond.map(({ count }) => count.milliseconds)));
}

function createReadLimit(pool: pg.Pool): Limits['read'] {
  const duration = 5 * MINUTE;
  const shared = new SharedCounter(pool, 'read', duration);
  const local = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration });
  const blocked = new RateLimiterMemory({ points: 1, duration });

  async function count({ key, most }: ReaderKey, cost: number): Promise<void> {
    const block = await blocked.get(key);
    if (block !== null && block.consumedPoints > 1) throw tooMany(block.msBeforeNext);
    const { consumedPoints, msBeforeNext } = await local.consume(key, cost);
    if (consumedPoints > most) throw tooMany(msBeforeNext);
    if (consumedPoints % READS_PER_BATCH < cost) await share(key, most);
  }

  async function share(key: string, most: number): Promise<void> {
    // Without the database reads are still counted in this process: a page that needs no row is still sent.
    const total = await shared.add(key, READS_PER_BATCH).catch(() => undefined);
    if (total === undefined || total.points <= most) return;
    await blocked.block(key, Math.ceil(total.milliseconds / 1_000));
    throw tooMany(total.milliseconds);
  }

  return async (reader, cost = 1) => {
    await Promise.all(keysOfReader(reader).map((key) => count(key, cost)));
  };
}

interface ReaderKey {
  readonly key: string;
  readonly most: number;
}

function keysOfReader(reader: Reader): ReaderKey[] {
  if ('sessionId' in reader) return [{ key: `session ${reader.sessionId}`, most: 1_500 }];
  const { address, budget } = reader;
  return addressKeys(address).map(({ key, factor }) => ({
    key: `${budget} ${key}`,
    most: visitorBudgets[budget] * factor,
  }));
}

function createVisitorLimit(pool: pg.Pool, rowsADay: number): Limits['visitorRows'] {
  const shown = new SharedCounter(pool, 'visitor-rows', DAY);
  const pagesShown = new Set<string>();
  return async ({ address, page, rows }) => {
    const keys = addressKeys(address);
    const known = `${keys[0]?.key} ${page}`;
    if (rows === 0 || pagesShown.has(known)) return;
    for (const { key, factor } of keys) {
      const { points, milliseconds } = await shown.add(key, rows);
      if (points > rowsADay * factor) throw visitorLimit(milliseconds);
    }
    rememberPage(pagesShown, known);
  };
}

/** The pages known longest make room. */
function rememberPage(pagesShown: Set<string>, page: string): void {
  pagesShown.add(page);
  const [oldest] = pagesShown;
  if (pagesShown.size > PAGES_KNOWN && oldest !== undefined) pagesShown.delete(oldest);
}

function visitorLimit(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new AppError('visitor_limit', {
    values: { hours: Math.ceil(seconds / HOUR) },
    retryAfterSeconds: seconds,
  });
}

function postingLimit(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new AppError('posting_limit', {
    values: { maximum: POSTINGS },
    retryAfterSeconds: seconds,
  });
}

/** Does work that counts; where it is refused, what was counted is taken back. */
export async function counted<Result>(
  count: Promise<TakeBack>,
  work: () => Promise<Result>,
): Promise<Result> {
  const takeBack = await count;
  try {
    return await work();
  } catch (error) {
    await takeBack();
    throw error;
  }
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new AppError('rate_limited', { retryAfterSeconds: seconds });
}
