import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import { createPaperPrinter } from './paper-printer.ts';
import type { PaperOrder } from './paper-worker.ts';

/** Maximum number of papers in the queue. A reader's own papers may fill an eighth of it. */
const PAPERS_WAITING = 32;

/** Prints papers one at a time. Readers take turns. */
export interface PaperDesk {
  /** @throws {AppError} `rate_limited` if too many papers wait. */
  readonly print: (readerId: string, order: () => Promise<PaperOrder>) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export function createPaperDesk(): PaperDesk {
  const printer = createPaperPrinter();
  const papers = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: PAPERS_WAITING, refusal: 'rate_limited' });
  return {
    print: (readerId, order) => papers.run(readerId, async () => printer.print(await order())),
    close: printer.close,
  };
}
