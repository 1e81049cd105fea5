import pLimit from 'p-limit';
import { AppError } from '../errors.ts';

type Limiter = ReturnType<typeof pLimit>;

const RETRY_AFTER_SECONDS = 5;

/**
 * Does work so many at a time, so that it never takes all of the processor and the database. Among those who wait each reader has one
 * turn at a time: a reader who asks on many connections waits for themselves, and others do not wait for them.
 */
export class Lane {
  readonly #shared: Limiter;
  readonly #waitingAtMost: number;
  readonly #readers = new Map<string, Limiter>();
  #waiting = 0;

  constructor({ atOnce, waitingAtMost }: { readonly atOnce: number; readonly waitingAtMost: number }) {
    this.#shared = pLimit(atOnce);
    this.#waitingAtMost = waitingAtMost;
  }

  /** @throws {AppError} `unavailable` where too many wait already. */
  async run<Result>(reader: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#waitingAtMost)
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const own = this.#readers.get(reader) ?? pLimit(1);
    this.#readers.set(reader, own);
    this.#waiting += 1;
    try {
      return await own(() => this.#shared(work));
    } finally {
      this.#waiting -= 1;
      if (own.activeCount + own.pendingCount === 0) this.#readers.delete(reader);
    }
  }
}
