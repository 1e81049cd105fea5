import { parentPort } from 'node:worker_threads';
import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { applicationPdf } from './application-pdf.ts';
import type { PaperFacts } from './paper-facts.queries.ts';

/** Input of a paper. */
export interface PaperOrder {
  readonly facts: PaperFacts;
  readonly language: PaperLanguage;
  readonly now: Date;
}

/** Message of the worker: the paper, or the error. */
export interface PrintedPaper {
  readonly number: number;
  readonly paper?: Uint8Array;
  readonly failure?: string;
}

/** Entry point of a worker thread. Shaping ten members in two languages takes more than half a second. */
parentPort?.on('message', async ({ number, order }: { number: number; order: PaperOrder }) => {
  parentPort?.postMessage(await printed(number, order));
});

async function printed(number: number, { facts, language, now }: PaperOrder): Promise<PrintedPaper> {
  try {
    return { number, paper: await applicationPdf(facts, language, now) };
  } catch (error) {
    return { number, failure: String(error) };
  }
}
