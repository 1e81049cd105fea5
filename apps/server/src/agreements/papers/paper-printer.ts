import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ConcurrencyQueue } from '../../platform/concurrency-queue.ts';
import type { PaperOrder } from './paper-worker.ts';

/** Prints papers outside the main thread, one at a time: the caller waits for a paper before it orders the next. */
interface PaperPrinter {
  print: (order: PaperOrder) => Promise<Buffer>;
  close: () => Promise<void>;
}

/** Idle time in milliseconds after which the worker thread ends. Until then it caches the fonts: a paper takes half a second, the first two. */
const IDLE_MS = 60_000;

/**
 * Prints the papers of this process in a single worker thread, which starts with the first paper and ends after a minute without one. A
 * paper that fails ends the thread, and the next one starts another.
 */
export function createPaperPrinter(): PaperPrinter {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };
  return {
    print: async (order) => {
      clearTimeout(idle);
      thread ??= start((ended) => {
        if (thread === ended) thread = undefined;
      });
      try {
        return await printedBy(thread, order);
      } finally {
        idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}

async function printedBy(worker: Worker, order: PaperOrder): Promise<Buffer> {
  const settled = new AbortController();
  const { signal } = settled;
  worker.postMessage(order);
  try {
    const [paper] = await Promise.race([
      once(worker, 'message', { signal }).catch((cause) => {
        throw new Error('The paper was not printed', { cause });
      }),
      once(worker, 'exit', { signal }).then(() => {
        throw new Error('The thread that prints papers ended: the server is closing');
      }),
    ]);
    // `paper-worker.ts` posts nothing else.
    return Buffer.from(paper as Uint8Array);
  } finally {
    settled.abort();
  }
}

/** Starts the worker thread. @param onEnd is called when the thread fails or exits, even between papers. */
function start(onEnd: (worker: Worker) => void): Worker {
  const worker = new Worker(new URL('./paper-worker.ts', import.meta.url));
  worker.on('error', () => onEnd(worker)).on('exit', () => onEnd(worker));
  worker.unref();
  return worker;
}

/** Maximum number of papers in the queue. A reader's own papers may fill an eighth of it. */
const PAPERS_WAITING = 32;

/** Prints papers one at a time. Readers take turns. */
export interface PaperDesk {
  /** @throws {AppError} `rate_limited` if too many papers wait. */
  print: (readerId: string, order: () => Promise<PaperOrder>) => Promise<Buffer>;
  close: () => Promise<void>;
}

export function createPaperDesk(): PaperDesk {
  const printer = createPaperPrinter();
  const papers = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: PAPERS_WAITING, refusal: 'rate_limited' });
  return {
    print: (readerId, order) => papers.run(readerId, async () => printer.print(await order())),
    close: printer.close,
  };
}
