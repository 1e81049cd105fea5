import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { type AddressKey, addressKeys } from './address-keys.ts';
import {
  DAY,
  HOUR,
  type MessageChannel,
  messagePolicies,
  type Policy,
  policies,
  widened,
} from './limit-policies.ts';
import { noteCount, tooMany } from './quotas.ts';
import { createReadLimit, type Reader } from './read-limit.ts';
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

/**
 * Limits that hold over all server processes together. Each throws `rate_limited` with the seconds to wait, and notes
 * what it leaves to the request's caller for the headers of the answer.
 */
export interface Limits {
  /**
   * Counts a guess before the password is looked at, so that parallel guesses count: 25 an hour by account and address
   * together, and apart from those for devices that signed in to the account before. Taken back when it was right.
   */
  readonly login: (request: FastifyRequest, attempt: LoginAttempt) => Promise<TakeBack>;
  /** 25 an hour that a signed-in session is asked for its own password: a session that was taken is no way to guess. */
  readonly ownPassword: (request: FastifyRequest, userId: string) => Promise<void>;
  /** 60 registrations in 30 minutes an address. Taken back when no account was made. */
  readonly registration: (request: FastifyRequest) => Promise<TakeBack>;
  /** 60 times in 30 minutes an address that a registration is told of a taken email or phone: it is no way to try lists of them. */
  readonly taken: (request: FastifyRequest) => Promise<void>;
  /**
   * 30 messages an hour from an address, and of these 5 a day to one phone number or address of e-mail, whether an account has it or not: each
   * costs money or wakes its reader. From all addresses together 25 a day, so that one stranger's leave the owner their own.
   */
  readonly message: (request: FastifyRequest, channel: MessageChannel, recipient: string) => Promise<void>;
  /** Counts what a script does more often than a person: wrong passwords, and registrations with a taken email or phone. */
  readonly noteFailure: (address: string, email: string) => Promise<void>;
  /** Whether an address or account behaves like a script, so that a proof of work is asked for. */
  readonly needsProof: (address: string, email: string) => Promise<boolean>;
  /** Uses up a proof of work. Resolves to whether it was new. */
  readonly useProof: (id: string) => Promise<boolean>;
  /**
   * 1,500 reads in 5 minutes an account, over all its sessions; 300 calls of the API, 300 security checks, 300 sign-ins and registrations,
   * and 600 pages an address without one.
   */
  readonly read: (request: FastifyRequest, reader: Reader, cost?: number) => Promise<void>;
  /**
   * 20 times in 24 hours an account that it posts, changes, renews or reopens a request, or changes what its profile offers;
   * throws `posting_limit`. Taken back when it was refused. One call may post several requests.
   */
  readonly posting: (request: FastifyRequest, userId: string, requests?: number) => Promise<TakeBack>;
  /** 50 times in 24 hours an account that it blocks a teacher or does so no longer: each makes the rings of others be looked for anew. */
  readonly blockChange: (request: FastifyRequest, userId: string) => Promise<void>;
  /** So many different rows of public lists in 24 hours an address; throws `visitor_limit`. */
  readonly visitorRows: (request: FastifyRequest, shown: VisitorPage) => Promise<void>;
  /** 60 visits by shared links an hour an address: a count that one visitor can drive up says nothing. */
  readonly shareVisit: (request: FastifyRequest) => Promise<void>;
}

/** A page of a public list that a visitor is about to be shown. */
export interface VisitorPage {
  /** What was asked for: a page that was counted within the last day does not count again. */
  readonly page: string;
  readonly rows: number;
}

interface Clock {
  readonly now: () => number;
}

/** Of how many pages each process knows for a day that they were counted for an address; another one counts again. */
const PAGES_KNOWN = 100_000;
/** Failures in an hour, of all accounts from one address or of one account from all addresses, that are like a script's. */
const SUSPICIOUS_FAILURES = 50;
const SUSPICIOUS_REGISTRATIONS = 40;

const nothing = async () => {};

/** No limits at all: for tests and load runs. */
export const unlimited: Limits = {
  login: async () => nothing,
  ownPassword: nothing,
  registration: async () => nothing,
  taken: nothing,
  message: nothing,
  noteFailure: nothing,
  needsProof: async () => false,
  useProof: async () => true,
  read: nothing,
  posting: async () => nothing,
  blockChange: nothing,
  visitorRows: nothing,
  shareVisit: nothing,
};

/** @param clock in milliseconds, by which a process knows for how long a page was counted. */
export function createLimits(
  db: Kysely<Database>,
  { visitorRowsADay }: Pick<Config, 'visitorRowsADay'>,
  clock: Clock = performance,
): Limits {
  const counterOf = ({ name, seconds }: Policy) => new SharedCounter(db, name, seconds);
  const guesses = counterOf(policies.login);
  const ownPasswords = counterOf(policies.ownPassword);
  const registrations = counterOf(policies.registration);
  const taken = counterOf(policies.taken);
  const postings = counterOf(policies.posting);
  const failures = new SharedCounter(db, 'failures', HOUR);
  const proofs = new SharedCounter(db, 'proof', HOUR);
  const shareVisits = counterOf(policies.shareVisits);
  const blockChanges = counterOf(policies.blockChanges);
  const message = {
    sms: createMessageLimit(counterOf, 'sms'),
    email: createMessageLimit(counterOf, 'email'),
  };
  return {
    login: (request, { email, address, isKnownDevice }) => {
      const account = accountKey(email);
      // A known device has tries of its own: those of others, behind the same address or not, do not use them up.
      const keys = isKnownDevice
        ? [{ key: `device ${account}`, factor: 1 }]
        : addressKeys(address).map(({ key, factor }) => ({ key: `${account} ${key}`, factor }));
      return reserve({ request, counter: guesses, policy: policies.login, keys });
    },
    ownPassword: async (request, userId) => {
      const keys = [{ key: userId, factor: 1 }];
      await reserve({ request, counter: ownPasswords, policy: policies.ownPassword, keys });
    },
    registration: (request) => {
      const keys = addressKeys(request.ip);
      return reserve({ request, counter: registrations, policy: policies.registration, keys });
    },
    taken: async (request) => {
      await reserve({ request, counter: taken, policy: policies.taken, keys: addressKeys(request.ip) });
    },
    message: (request, channel, recipient) => message[channel](request, recipient),
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
    read: createReadLimit(db),
    posting: (request, userId, points = 1) => {
      const keys = [{ key: userId, factor: 1 }];
      const { posting: policy } = policies;
      return reserve({ request, counter: postings, policy, keys, points, refuse: postingLimit });
    },
    blockChange: async (request, userId) => {
      const keys = [{ key: userId, factor: 1 }];
      await reserve({ request, counter: blockChanges, policy: policies.blockChanges, keys });
    },
    visitorRows: createVisitorLimit(db, visitorRowsADay, clock),
    shareVisit: async (request) => {
      const keys = addressKeys(request.ip);
      await reserve({ request, counter: shareVisits, policy: policies.shareVisits, keys });
    },
  };
}

function suspects(address: string, email: string): AddressKey[] {
  return [...addressKeys(address), { key: accountKey(email), factor: 1 }];
}

/** So that no address of a person stands in the table of counters. */
function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

interface Reservation {
  readonly request: FastifyRequest;
  readonly counter: SharedCounter;
  readonly policy: Policy;
  readonly keys: readonly AddressKey[];
  readonly points?: number;
  readonly refuse?: (milliseconds: number) => AppError;
}

/** Counts one, or so many points, under each key. Where any is beyond its limit, the others get theirs back and the call is refused. */
async function reserve(reservation: Reservation): Promise<TakeBack> {
  const { request, counter, policy, keys, points = 1, refuse = tooMany } = reservation;
  const counted = await Promise.all(
    keys.map(async ({ key, factor }) => ({ factor, count: await counter.add(key, points) })),
  );
  const note = (change: number) => {
    for (const { factor, count } of counted) {
      noteCount(request, widened(policy, factor), { ...count, points: count.points + change });
    }
  };
  const takeBack = async () => {
    await Promise.all(keys.map(({ key }) => counter.add(key, -points)));
    note(-points);
  };
  const beyond = counted.filter(({ factor, count }) => count.points > widened(policy, factor).points);
  if (beyond.length > 0) await takeBack();
  else note(0);
  if (beyond.length === 0) return takeBack;
  throw refuse(Math.max(...beyond.map(({ count }) => count.milliseconds)));
}

function createMessageLimit(counterOf: (policy: Policy) => SharedCounter, channel: MessageChannel) {
  const { fromAddress, fromAddressToRecipient, toRecipient } = messagePolicies[channel];
  const ofAddress = counterOf(fromAddress);
  const ofBoth = counterOf(fromAddressToRecipient);
  const ofRecipient = counterOf(toRecipient);
  return async (request: FastifyRequest, recipient: string): Promise<void> => {
    const keys = addressKeys(request.ip);
    const account = accountKey(recipient);
    const both = keys.map(({ key, factor }) => ({ key: `${account} ${key}`, factor }));
    await reserve({ request, counter: ofAddress, policy: fromAddress, keys });
    await reserve({ request, counter: ofBoth, policy: fromAddressToRecipient, keys: both });
    // Not noted for the headers: how often others asked is not told.
    const { points, milliseconds } = await ofRecipient.add(account, 1);
    if (points > toRecipient.points) throw tooMany(milliseconds);
  };
}

function createVisitorLimit(db: Kysely<Database>, rowsADay: number, clock: Clock): Limits['visitorRows'] {
  const policy = { name: 'visitor-rows', points: rowsADay, seconds: DAY };
  const shown = new SharedCounter(db, policy.name, policy.seconds);
  const pagesCounted = new LRUCache<string, true>({
    max: PAGES_KNOWN,
    ttl: DAY * 1_000,
    ttlResolution: 0,
    perf: clock,
  });
  return async (request, { page, rows }) => {
    const keys = addressKeys(request.ip);
    const known = `${keys[0]?.key} ${page}`;
    if (rows === 0 || pagesCounted.get(known)) return;
    for (const { key, factor } of keys) {
      const count = await shown.add(key, rows);
      const most = widened(policy, factor);
      noteCount(request, most, count);
      if (count.points > most.points) throw visitorLimit(count.milliseconds);
    }
    pagesCounted.set(known, true);
  };
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
    values: { maximum: policies.posting.points },
    retryAfterSeconds: seconds,
  });
}

/** Does work that counts. Takes the count back if the work is refused, unless the refusal cost the server as much as the work. */
export async function counted<Result>(
  count: Promise<TakeBack>,
  work: () => Promise<Result>,
): Promise<Result> {
  const takeBack = await count;
  try {
    return await work();
  } catch (error) {
    const isCostly = error instanceof AppError && error.code === 'text_needs_review';
    if (!isCostly) await takeBack();
    throw error;
  }
}
