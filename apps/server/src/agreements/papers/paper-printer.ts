import { Worker } from 'node:worker_threads';
import type { PaperOrder } from './paper-worker.ts';

/** Prints papers outside the main thread, one at a time: the caller waits for a paper before it orders the next. */
export interface PaperPrinter {
  readonly print: (order: PaperOrder) => Promise<Buffer>;
  readonly close: () => Promise<void>;
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
      thread ??= start();
      try {
        return await printedBy(thread, order);
      } catch (error) {
        thread = undefined;
        throw error;
      } finally {
        idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}

function printedBy(worker: Worker, order: PaperOrder): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (paper: Uint8Array) => resolve(Buffer.from(paper)));
    worker.once('error', (cause) => reject(new Error('The paper was not printed', { cause })));
    worker.once('exit', () =>
      reject(new Error('The thread that prints papers ended: the server is closing')),
    );
    worker.postMessage(order);
  }).finally(() => {
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  });
}

function start(): Worker {
  const worker = new Worker(new URL('./paper-worker.ts', import.meta.url));
  worker.unref();
  return worker;
}
