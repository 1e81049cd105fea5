import { Worker } from 'node:worker_threads';
import type { PaperOrder, PrintedPaper } from './paper-worker.ts';

/** Prints papers away from the thread that answers calls. */
export interface PaperPrinter {
  readonly print: (order: PaperOrder) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (paper: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** The fonts stay read between two papers, and not for good. */
const IDLE_MS = 60_000;

/**
 * One thread prints the papers of this process one after the other. It starts with the first and ends when there were none for a
 * minute; papers that it was printing when it fails are refused, and the next one starts another.
 */
export function createPaperPrinter(): PaperPrinter {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let number = 0;

  const fail = (failed: Worker, error: Error) => {
    // One that ended for want of papers is told apart from the next.
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
