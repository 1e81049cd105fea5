import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setImmediate as turnOfEventLoop, setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { AppError } from './errors.ts';

type Limiter = ReturnType<typeof pLimit>;

const RETRY_AFTER_SECONDS = 5;
/** Share of the queue that one reader may fill, so that one reader with hundreds of connections does not exclude others. */
const OWN_SHARE = 1 / 8;
/**
 * Share of the queue beyond which only a reader's first call is admitted, so that a few readers with many calls each do not exclude others.
 */
const SHARED_SHARE = 1 / 2;

interface ConcurrencyQueueOptions {
  /** Maximum number of running calls, over all readers. */
  atOnce: number;
  waitingAtMost: number;
  /** Maximum number of running calls of one reader. Defaults to 1. */
  ofReader?: number;
  /** Error code of a refusal by the full queue. Defaults to `unavailable`. */
  refusal?: 'unavailable' | 'rate_limited';
  /**
   * True for work that blocks the thread: after each call the queue pauses for as long as the thread was busy, so that other work can run.
   */
  yieldsThread?: boolean;
}

/**
 * Queue with a concurrency limit, which keeps its work from using the whole processor and database. Waiting readers take turns, one call
 * each: the calls of a reader with many connections wait for each other, and delay no other reader. Between two calls the event loop runs
 * once: otherwise waiting calls with cached answers would all run before any other work. Its reasons and figures are in record 14.
 */
export class ConcurrencyQueue {
  readonly #shared: Limiter;
  readonly #waitingAtMost: number;
  readonly #ofReader: number;
  readonly #refusal: 'unavailable' | 'rate_limited';
  readonly #yieldsThread: boolean;
  readonly #readers = new Map<string, { limiter: Limiter; unanswered: number }>();
  #waiting = 0;

  constructor({
    atOnce,
    waitingAtMost,
    ofReader = 1,
    refusal = 'unavailable',
    yieldsThread = false,
  }: ConcurrencyQueueOptions) {
    this.#shared = pLimit(atOnce);
    this.#waitingAtMost = waitingAtMost;
    this.#ofReader = ofReader;
    this.#refusal = refusal;
    this.#yieldsThread = yieldsThread;
  }

  /** Runs the work when the queue admits it. @throws {AppError} the queue's error code if too many calls wait, in total or of this reader. */
  async run<Result>(reader: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#readers.get(reader) ?? { limiter: pLimit(this.#ofReader), unanswered: 0 };
    if (this.#isFull(own.unanswered))
      throw new AppError(this.#refusal, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#readers.set(reader, own);
    this.#waiting += 1;
    own.unanswered += 1;
    const counted = () =>
      work().finally(() => {
        this.#waiting -= 1;
        own.unanswered -= 1;
      });
    return new Promise((resolve, reject) => {
      void own
        .limiter(() =>
          this.#shared(async () => {
            const before = performance.eventLoopUtilization();
            await counted().then(resolve, reject);
            await this.#pauseSince(before);
          }),
        )
        .finally(() => {
          const isIdle = own.limiter.activeCount + own.limiter.pendingCount === 0;
          if (isIdle && this.#readers.get(reader) === own) this.#readers.delete(reader);
        });
    });
  }

  #isFull(unanswered: number): boolean {
    const share = unanswered === 0 ? 1 : SHARED_SHARE;
    const isOwnFull = unanswered >= Math.ceil(this.#waitingAtMost * OWN_SHARE);
    return isOwnFull || this.#waiting >= Math.ceil(this.#waitingAtMost * share);
  }

  async #pauseSince(before: EventLoopUtilization): Promise<void> {
    if (this.#yieldsThread) await wait(performance.eventLoopUtilization(before).active);
    else await turnOfEventLoop();
  }
}
