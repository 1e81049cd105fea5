import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Kysely } from 'kysely';
import type { LRUCache } from 'lru-cache';
import { type Budget, type BudgetName, budgets, type FreeBudgetName, widened } from './budgets.ts';
import { boundedCache } from './caches.ts';
import type { Config } from './config.ts';
import { BatchedCounter, type Count, SharedCounter, type Windows } from './counters.ts';
import type { Database } from './database/tables.ts';
import { AppError } from './errors.ts';

/** Reverts a count. */
export type UndoReservation = () => Promise<void>;

/** Parameters of a count in addition to the address of the request. */
interface Reservation {
  /** Account, phone number or other text that owns the budget. */
  subject?: string;
  /** Account that signed in on this device before. It counts in place of the address, whose budget strangers may use up. */
  device?: string | undefined;
  /** Defaults to 1. */
  points?: number;
  /** False for a call without a proof of work, which is refused beyond the free points, also if others came at the same moment. */
  isProved?: boolean;
  /** Identifies an item that counts once per window over all processes, such as a page. */
  once?: string;
}

/**
 * Counts in the budgets of `budgets.ts`, over all server processes. The response headers contain the remainder of each budget that a call
 * counts in.
 */
export interface Limits {
  /**
   * Reserves points before the work starts, so that concurrent calls count too.
   * @throws {AppError} `rate_limited`, or the budget's `refusal`, if the points exceed its amount; `proof_needed` beyond the ceiling of an
   *   address. Nothing is counted then.
   */
  reserve: (request: FastifyRequest, name: BudgetName, what?: Reservation) => Promise<UndoReservation>;
  /** Counts points, and never refuses a call. */
  note: (request: FastifyRequest, name: BudgetName, what?: Reservation) => Promise<void>;
  /** Returns true if a budget is used up. Counts nothing. */
  isSpent: (request: FastifyRequest, name: BudgetName, what?: Reservation) => Promise<boolean>;
  /** Returns true if the next point of a budget needs no proof of work. Counts nothing. */
  isFree: (request: FastifyRequest, name: FreeBudgetName) => Promise<boolean>;
}

interface Clock {
  now: () => number;
}

/** Estimated size of a window in bytes. */
const WINDOW_BYTES = 50;
const HOUR = 3_600;

const nothing = async () => {};

/** Disabled limits, for tests and load runs. */
export const unlimited: Limits = {
  reserve: async () => nothing,
  note: nothing,
  isSpent: async () => false,
  isFree: async () => true,
};

type Counter = Pick<BatchedCounter, 'add' | 'read'>;

/** Key of a count, and the budget that applies to it. */
interface BudgetOfKey {
  key: string;
  of: Budget;
  /** True if a proof of work admits the calls beyond the budget. */
  isProvable?: boolean;
}

interface Counted extends BudgetOfKey {
  count: Count;
}

/** Creates the limits. @param clock measures milliseconds, for counts within the process. */
export function createLimits(
  db: Kysely<Database>,
  { visitorRowsADay }: Pick<Config, 'visitorRowsADay'>,
  clock: Clock = performance,
): Limits {
  return new SharedLimits(db, visitorRowsADay, clock);
}

class SharedLimits implements Limits {
  readonly #db: Kysely<Database>;
  readonly #budgets: Readonly<Record<BudgetName, Budget>>;
  readonly #windows: Windows;
  readonly #countedOnce: LRUCache<string, true>;

  constructor(db: Kysely<Database>, visitorRowsADay: number, clock: Clock) {
    this.#db = db;
    this.#budgets = { ...budgets, visitorRows: { ...budgets.visitorRows, amount: visitorRowsADay } };
    const expiry = { ttl: 1, ttlResolution: 0, perf: clock };
    this.#windows = boundedCache('windows', () => WINDOW_BYTES, expiry);
    this.#countedOnce = boundedCache('countedOnce', () => 0, expiry);
  }

  reserve(request: FastifyRequest, name: BudgetName, what: Reservation = {}): Promise<UndoReservation> {
    const { once } = what;
    return once === undefined
      ? this.#reserve(request, name, what)
      : this.#reserveOnce(request, name, { ...what, once });
  }

  async note(request: FastifyRequest, name: BudgetName, what: Reservation = {}): Promise<void> {
    await this.#add(request, name, what);
  }

  isSpent(request: FastifyRequest, name: BudgetName, what: Reservation = {}): Promise<boolean> {
    return this.#reaches(request, name, what, ({ amount }) => amount);
  }

  async isFree(request: FastifyRequest, name: FreeBudgetName): Promise<boolean> {
    return !(await this.#reaches(request, name, {}, ({ free = 0 }) => free));
  }

  /** Returns true if the points of a key have reached this many. */
  async #reaches(
    request: FastifyRequest,
    name: BudgetName,
    what: Reservation,
    most: (budget: Budget) => number,
  ): Promise<boolean> {
    const reached = await Promise.all(
      keysOf(this.#budgets[name], request, what).map(
        async ({ key, of }) => (await this.#counterOf(of).read(key)).points >= most(of),
      ),
    );
    return reached.includes(true);
  }

  async #reserve(request: FastifyRequest, name: BudgetName, what: Reservation): Promise<UndoReservation> {
    const budget = this.#budgets[name];
    const { points = 1 } = what;
    const counted = await this.#add(request, name, what);
    const takeBack = () => this.#takeBack(request, counted, points);
    const isBeyondFree = ({ of, count }: Counted) => of.free !== undefined && count.points > of.free;
    if (what.isProved === false && counted.some(isBeyondFree)) {
      await takeBack();
      throw new AppError('proof_needed');
    }
    const beyond = counted.filter(({ of, count }) => count.points > of.amount);
    if (beyond.length > 0) {
      await takeBack();
      if (beyond.every(({ isProvable }) => isProvable)) throw new AppError('proof_needed');
      throw refused(budget, Math.max(...beyond.map(({ count }) => count.milliseconds)));
    }
    for (const { of, count } of counted) reportCount(request, of, count);
    return takeBack;
  }

  async #takeBack(request: FastifyRequest, counted: readonly Counted[], points: number) {
    await Promise.all(counted.map(({ key, of }) => this.#counterOf(of).add(key, -points, of.amount)));
    for (const { of, count } of counted)
      reportCount(request, of, { ...count, points: count.points - points });
  }

  async #reserveOnce(
    request: FastifyRequest,
    name: BudgetName,
    what: Reservation & { once: string },
  ): Promise<UndoReservation> {
    const budget = this.#budgets[name];
    const [first] = keysOf(budget, request, what);
    const key = hashed(`${budget.name} ${first?.key} ${what.once}`);
    if (what.points === 0 || this.#countedOnce.get(key)) return nothing;
    const marks = new SharedCounter(this.#db, `${budget.name}-once`, budget.seconds);
    const takeBack = await markOnce(marks, key, () => this.#reserve(request, name, what));
    this.#countedOnce.set(key, true, { ttl: budget.seconds * 1_000 });
    return takeBack;
  }

  #add(request: FastifyRequest, name: BudgetName, what: Reservation): Promise<readonly Counted[]> {
    const { points = 1 } = what;
    return Promise.all(
      keysOf(this.#budgets[name], request, what).map(async (one) => ({
        ...one,
        count: await this.#counterOf(one.of).add(one.key, points, one.of.amount),
      })),
    );
  }

  #counterOf(budget: Budget): Counter {
    const shared = new SharedCounter(this.#db, budget.name, budget.seconds);
    return budget.isBatched ? new BatchedCounter(shared, this.#windows, budget) : shared;
  }
}

/**
 * Reserves points unless the item is marked as counted. Reserves before it sets the mark, so that a refused call leaves no mark that would
 * admit the next one.
 */
async function markOnce(
  marks: SharedCounter,
  key: string,
  reserve: () => Promise<UndoReservation>,
): Promise<UndoReservation> {
  if ((await marks.read(key)).points > 0) return nothing;
  const takeBack = await reserve();
  if ((await marks.add(key, 1)).points > 1) await takeBack();
  return takeBack;
}

function reportCount(request: FastifyRequest, budget: Budget, count: Count): void {
  if (!budget.isSilent) recordCount(request, budget, count);
}

/** Returns the keys under which a call counts in a budget. */
function keysOf(
  budget: Budget,
  request: FastifyRequest,
  { subject = '', device }: Reservation,
): readonly BudgetOfKey[] {
  const stored = budget.isPersonal ? hashed(subject) : subject;
  if (budget.by === 'subject') return [{ key: stored, of: budget }];
  if (device !== undefined)
    return [{ key: `${stored} ${device}`, of: { ...budget, name: `${budget.name}-of-device` } }];
  const addresses = addressKeys(request.ip);
  if (budget.by === 'browser') return browserKeys(budget, request, addresses[0]?.key ?? '');
  const ofAddresses = addresses.map(({ key, factor }) => ({
    key: budget.by === 'address' ? key : `${stored} ${key}`,
    of: widened(budget, factor),
  }));
  if (budget.fromAll === undefined) return ofAddresses;
  const ofAll = {
    ...budget,
    name: `${budget.name}-from-all`,
    amount: budget.fromAll,
    isSilent: true,
  } as const;
  return [...ofAddresses, { key: stored, of: ofAll }];
}

/** Ceilings of an address, in budgets of one browser: without a proof of work, and at all. */
const CEILING = 100;
const CEILING_WITH_PROOF = 1_000;

/** Returns the key of the browser, if it is known, and that of its address, which many people may share. */
function browserKeys(budget: Budget, { browser }: FastifyRequest, address: string): readonly BudgetOfKey[] {
  const hasProved = browser?.hasProved === true;
  const amount = budget.amount * (hasProved ? CEILING_WITH_PROOF : CEILING);
  const ofAddress = { ...budget, name: `${budget.name}-address`, amount, isSilent: true } as const;
  return [
    ...(browser === undefined ? [] : [{ key: browser.id, of: budget }]),
    { key: address, of: ofAddress, isProvable: !hasProved },
  ];
}

/** Hashes email addresses and phone numbers, which the table of counters must not contain. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function refused({ refusal, amount }: Budget, milliseconds: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  if (refusal === undefined) return new AppError('rate_limited', { retryAfterSeconds });
  const values = { maximum: amount, hours: Math.ceil(retryAfterSeconds / HOUR) };
  return new AppError(refusal, { values, retryAfterSeconds });
}

/**
 * Runs work that checks a text. Counts the call in the budget `refusedTexts` if the text is refused, because checking a refused text costs
 * as much as checking one that is sent.
 */
export async function countRefusedTexts<Result>(
  limits: Limits,
  request: FastifyRequest,
  writerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const takeBack = await limits.reserve(request, 'refusedTexts', { subject: writerId });
  const result = await takenBackIfFailed(takeBack, work);
  await takeBack();
  return result;
}

/**
 * Runs work whose points are being reserved. Reverts the reservation if the work returns `false`, which means that it had no effect, or if
 * it throws. A refused text stays counted, because checking it cost the server as much as the work.
 */
export async function counted<Result>(
  count: Promise<UndoReservation>,
  work: () => Promise<Result>,
): Promise<Result> {
  const takeBack = await count;
  const result = await takenBackIfFailed(takeBack, work);
  if (result === false) await takeBack();
  return result;
}

/** Runs work, and reverts its count if it throws an error other than the refusal of a text. */
async function takenBackIfFailed<Result>(
  takeBack: UndoReservation,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusedText(error)) await takeBack();
    throw error;
  }
}

function isRefusedText(error: unknown): boolean {
  return error instanceof AppError && error.code === 'text_needs_review';
}

/** A browser, known by its cookie. */
export interface Browser {
  id: string;
  /** True if a proof of work admits its reads beyond the ceiling of its address. */
  hasProved: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a caller without a valid cookie, who counts by address alone. */
    browser: Browser | undefined;
    /** Remainders of the budgets in which the call counted, by name, in the order in which they were first counted. */
    quotas: Map<string, Quota>;
  }
}

/** Remainder of a budget after the current call. */
export interface Quota {
  /** Name of the budget: letters, digits and hyphens. */
  policy: string;
  quota: number;
  /** Length of the window in seconds. */
  window: number;
  remaining: number;
  /** Milliseconds until the window restarts. */
  milliseconds: number;
}

/** Records the remainder of a budget for the response headers. The latest count of a budget replaces earlier ones. */
function recordCount(
  { quotas }: FastifyRequest,
  { name, amount, seconds }: Budget,
  { points, milliseconds }: Count,
): void {
  quotas.set(name, {
    policy: name,
    quota: amount,
    window: seconds,
    remaining: amount - points,
    milliseconds,
  });
}

/** Group of addresses that is counted as one. `factor` multiplies the limit of a single address. */
interface AddressKey {
  key: string;
  factor: number;
}

/** Factor on the limit for a /48, since a site with a /48 may have many households. */
const SITE_FACTOR = 4;

/**
 * Returns the groups in which an address counts: for IPv4 the address itself; for IPv6 its /64, the usual prefix of a household or phone,
 * and its /48, the largest usual prefix of a customer.
 */
export function addressKeys(address: string): readonly AddressKey[] {
  if (!ipaddr.isValid(address)) return [{ key: 'unknown', factor: 1 }];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), factor: 1 }];
  const bytes = parsed.toByteArray();
  return [
    { key: `${bytes.slice(0, 8).join('.')}/64`, factor: 1 },
    { key: `${bytes.slice(0, 6).join('.')}/48`, factor: SITE_FACTOR },
  ];
}
