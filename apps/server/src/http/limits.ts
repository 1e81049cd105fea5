import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/** Limits that hold over all server processes together. Each throws `rate_limited` with the seconds to wait. */
export interface Limits {
  /** 25 tries to sign in in 5 minutes an address. */
  readonly loginFrom: (address: string) => Promise<void>;
  /** 25 tries to sign in an hour an account. */
  readonly loginTo: (email: string) => Promise<void>;
  /** 25 an hour that one's own password is asked for by somebody signed in: a session that was taken is no way to guess. */
  readonly ownPassword: (userId: string) => Promise<void>;
  /** 5 in 30 minutes an address. */
  readonly registration: (address: string) => Promise<void>;
  /** 1,500 reads in 5 minutes a session, 300 an address without one. */
  readonly read: (reader: { sessionId: string } | { address: string }) => Promise<void>;
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

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Of how many pages each process knows that they were shown to an address; a forgotten one counts again. */
const PAGES_KNOWN = 100_000;
/** Reads are counted in the process and added to the shared counter in batches, so that most reads cost no write. */
const READS_PER_BATCH = 25;

/** No limits at all: for tests and load runs. */
export const unlimited: Limits = {
  loginFrom: async () => {},
  loginTo: async () => {},
  ownPassword: async () => {},
  registration: async () => {},
  read: async () => {},
  visitorRows: async () => {},
};

export function createLimits(pool: pg.Pool, { visitorRowsADay }: Pick<Config, 'visitorRowsADay'>): Limits {
  const limiter = (
    keyPrefix: string,
    points: number,
    duration: number,
    insuranceLimiter?: RateLimiterMemory,
  ) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      clearExpiredByTimeout: true,
      ...(insuranceLimiter && { insuranceLimiter }),
    });
  const loginByAddress = limiter('login-address', 25, 5 * MINUTE);
  const loginByAccount = limiter('login-account', 25, 60 * MINUTE);
  const ownPasswords = limiter('own-password', 25, 60 * MINUTE);
  const registrationByAddress = limiter('registration-address', 5, 30 * MINUTE);
  const readLimiter = (keyPrefix: string, points: number): ReadLimiter => {
    const options = { keyPrefix, points, duration: 5 * MINUTE };
    // Without the database reads are still counted in this process: a page that needs no row is still sent.
    const insurance = new RateLimiterMemory(options);
    return {
      local: new RateLimiterMemory(options),
      shared: limiter(keyPrefix, points, options.duration, insurance),
    };
  };
  const sessionReads = readLimiter('read-session', 1_500);
  const addressReads = readLimiter('read-address', 300);
  const visitorRows = limiter('visitor-rows', visitorRowsADay, DAY);
  const pagesShown = new Set<string>();
  return {
    loginFrom: (address) => consume(loginByAddress, addressKey(address)),
    loginTo: (email) => consume(loginByAccount, hashOf(email)),
    ownPassword: (userId) => consume(ownPasswords, userId),
    registration: (address) => consume(registrationByAddress, addressKey(address)),
    read: (reader) =>
      'sessionId' in reader
        ? consumeRead(sessionReads, reader.sessionId)
        : consumeRead(addressReads, addressKey(reader.address)),
    visitorRows: async ({ address, page, rows }) => {
      const key = addressKey(address);
      if (rows === 0 || pagesShown.has(`${key} ${page}`)) return;
      const counted = await resultOf(visitorRows.consume(key, rows));
      if (counted.consumedPoints > visitorRowsADay) throw visitorLimit(counted);
      rememberPage(pagesShown, `${key} ${page}`);
    },
  };
}

/** An IPv4 address as it is; an IPv6 address by its /64, which is what one household or phone is given. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`;
}

/** So that no address of a person stands in the table of counters. */
function hashOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  const counted = await resultOf(limiter.consume(key));
  if (counted.consumedPoints > limiter.points) throw tooMany(counted);
}

interface ReadLimiter {
  readonly local: RateLimiterMemory;
  readonly shared: RateLimiterPostgres;
}

/** Each process may let a reader pass by less than one batch more than the limit. */
async function consumeRead({ local, shared }: ReadLimiter, key: string): Promise<void> {
  const counted = await resultOf(local.consume(key));
  if (counted.consumedPoints > local.points) throw tooMany(counted);
  if (counted.consumedPoints % READS_PER_BATCH > 0) return;
  const total = await resultOf(shared.consume(key, READS_PER_BATCH));
  if (total.consumedPoints <= shared.points) return;
  await local.block(key, Math.ceil(total.msBeforeNext / 1_000));
  throw tooMany(total);
}

/** What the limiter counted, whether it accepted the call or refused it. */
function resultOf(counting: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  return counting.catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  });
}

/** The pages known longest make room. */
function rememberPage(pagesShown: Set<string>, page: string): void {
  pagesShown.add(page);
  const [oldest] = pagesShown;
  if (pagesShown.size > PAGES_KNOWN && oldest !== undefined) pagesShown.delete(oldest);
}

function visitorLimit({ msBeforeNext }: RateLimiterRes): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  const hours = Math.ceil(seconds / (60 * MINUTE));
  return new AppError('visitor_limit', { values: { hours }, retryAfterSeconds: seconds });
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return new AppError('rate_limited', { retryAfterSeconds: seconds });
}
