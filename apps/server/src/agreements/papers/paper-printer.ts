import { Worker } from 'node:worker_threads';
import type { PaperOrder, PrintedPaper } from './paper-worker.ts';

/** Prints papers outside the main thread. */
export interface PaperPrinter {
  readonly print: (order: PaperOrder) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (paper: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Idle time in milliseconds after which the worker thread ends. Until then it caches the fonts. */
const IDLE_MS = 60_000;

/**
 * Prints the papers of this process one after the other in a single worker thread. The thread starts with the first paper and ends after a
 * minute without one. If it fails, its current papers are rejected, and the next paper starts a new thread.
 */
export function createPaperPrinter(): PaperPrinter {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let number = 0;

  const fail = (failed: Worker, error: Error) => {
    // Ignores the exit of a thread that was already replaced.
    if (thread !== failed) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const end = async () => {
    clearTimeout(idle);
    const ended = thread;
    if (ended !== undefined) fail(ended, new Error('The server is closing.'));
    await ended?.terminate();
  };
  const take = ({ number: printed, paper, failure }: PrintedPaper) => {
    const asked = waiting.get(printed);
    waiting.delete(printed);
    if (paper === undefined) asked?.reject(new Error(`The paper was not printed: ${failure}`));
    else asked?.resolve(Buffer.from(paper));
    if (waiting.size === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
  };
  const start = () => {
    const worker = new Worker(new URL('./paper-worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', take);
    worker.on('error', (error: Error) => fail(worker, error));
    worker.on('exit', () => fail(worker, new Error('The thread that prints papers ended.')));
    return worker;
  };
  return {
    print: (order) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        thread ??= start();
        number += 1;
        waiting.set(number, { resolve, reject });
        thread.postMessage({ number, order });
      }),
    close: end,
  };
}
