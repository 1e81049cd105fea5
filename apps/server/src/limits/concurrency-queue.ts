import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { AppError } from '../errors.ts';

type Limiter = ReturnType<typeof pLimit>;

const RETRY_AFTER_SECONDS = 5;
/** Share of the queue that one reader may take: a reader on hundreds of connections shuts no others out. */
const OWN_SHARE = 1 / 8;

interface LaneOptions {
  readonly atOnce: number;
  readonly waitingAtMost: number;
  /** Error code of work beyond the queue; default `unavailable`. */
  readonly refusal?: 'unavailable' | 'rate_limited';
  /** For work that holds the thread: after each, the lane rests for as long as the thread was busy meanwhile, which others then have. */
  readonly leavesThread?: boolean;
}

/**
 * Does work so many at a time, so that it never takes all of the processor and the database. Among those who wait each reader has one
 * turn at a time: a reader who asks on many connections waits for themselves, and others do not wait for them.
 */
export class Lane {
  readonly #shared: Limiter;
  readonly #waitingAtMost: number;
  readonly #refusal: 'unavailable' | 'rate_limited';
  readonly #leavesThread: boolean;
  readonly #readers = new Map<string, Limiter>();
  #waiting = 0;

  constructor({ atOnce, waitingAtMost, refusal = 'unavailable', leavesThread = false }: LaneOptions) {
    this.#shared = pLimit(atOnce);
    this.#waitingAtMost = waitingAtMost;
    this.#refusal = refusal;
    this.#leavesThread = leavesThread;
  }

  /** @throws {AppError} the refusal of the queue if too many wait already, or too many of that reader. */
  async run<Result>(reader: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#readers.get(reader) ?? pLimit(1);
    const isFull = this.#waiting >= this.#waitingAtMost;
    if (isFull || own.activeCount + own.pendingCount >= Math.ceil(this.#waitingAtMost * OWN_SHARE))
      throw new AppError(this.#refusal, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#readers.set(reader, own);
    this.#waiting += 1;
    try {
      return await own(() => this.#begin(work));
    } finally {
      this.#waiting -= 1;
      if (own.activeCount + own.pendingCount === 0) this.#readers.delete(reader);
    }
  }

  /** Ends with the work; the next one begins when the lane has rested. */
  #begin<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      void this.#shared(async () => {
        const before = performance.eventLoopUtilization();
        await work().then(resolve, reject);
        if (this.#leavesThread) await wait(performance.eventLoopUtilization(before).active);
      });
    });
  }
}
