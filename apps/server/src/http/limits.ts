import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
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
  readonly read: (reader: { sessionId: string } | { address: string }) => void;
  /** Writes down what was counted and stops counting. */
  readonly close: () => Promise<void>;
}

const MINUTE = 60;
const FLUSH_INTERVAL = 1_000;

/** No limits at all: for tests and load runs. */
export const unlimited: Limits = {
  loginFrom: async () => {},
  loginTo: async () => {},
  ownPassword: async () => {},
  registration: async () => {},
  read: () => {},
  close: async () => {},
};

export function createLimits(pool: pg.Pool): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      clearExpiredByTimeout: true,
    });
  const loginByAddress = limiter('login-address', 25, 5 * MINUTE);
  const loginByAccount = limiter('login-account', 25, 60 * MINUTE);
  const ownPasswords = limiter('own-password', 25, 60 * MINUTE);
  const registrationByAddress = limiter('registration-address', 5, 30 * MINUTE);
  const sessionReads = new ReadMeter(limiter('read-session', 1_500, 5 * MINUTE), 1_500);
  const addressReads = new ReadMeter(limiter('read-address', 300, 5 * MINUTE), 300);
  return {
    loginFrom: (address) => consume(loginByAddress, addressKey(address)),
    loginTo: (email) => consume(loginByAccount, email.toLowerCase().slice(0, 200)),
    ownPassword: (userId) => consume(ownPasswords, userId),
    registration: (address) => consume(registrationByAddress, addressKey(address)),
    read: (reader) =>
      'sessionId' in reader
        ? sessionReads.count(reader.sessionId)
        : addressReads.count(addressKey(reader.address)),
    close: async () => {
      await Promise.all([sessionReads.close(), addressReads.close()]);
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

async function consume(limiter: RateLimiterPostgres, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal;
  }
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new AppError('rate_limited', { values: { seconds }, retryAfterSeconds: seconds });
}

/**
 * Counts reads in this process and writes the sums to the shared counter once a second, so that a read costs no
 * write; what other processes counted is known a second later.
 */
class ReadMeter {
  readonly #limiter: RateLimiterPostgres;
  readonly #points: number;
  readonly #readers = new Map<string, { shared: number; pending: number; resetAt: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limiter: RateLimiterPostgres, points: number) {
    this.#limiter = limiter;
    this.#points = points;
  }

  count(key: string): void {
    const known = this.#readers.get(key);
    const now = Date.now();
    const reader =
      known && known.resetAt > now ? known : { shared: 0, pending: known?.pending ?? 0, resetAt: Infinity };
    this.#readers.set(key, reader);
    if (reader.shared + reader.pending >= this.#points)
      throw tooMany(Math.min(reader.resetAt - now, 300_000));
    reader.pending += 1;
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_INTERVAL).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    const readers = [...this.#readers];
    this.#readers.clear();
    for (const [key, reader] of readers) if (reader.resetAt > Date.now()) this.#readers.set(key, reader);
    await Promise.all(readers.map(([key, reader]) => this.#share(key, reader)));
  }

  async #share(key: string, reader: { shared: number; pending: number; resetAt: number }): Promise<void> {
    const { pending } = reader;
    if (pending === 0) return;
    reader.pending = 0;
    const result = await this.#limiter.consume(key, pending).catch((refusal: unknown) => refusal);
    // A database that is away for a moment must not keep readers out.
    if (!(result instanceof RateLimiterRes)) return;
    reader.shared = result.consumedPoints;
    reader.resetAt = Date.now() + result.msBeforeNext;
  }
}
