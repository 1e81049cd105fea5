import { parentPort } from 'node:worker_threads';
import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { applicationPdf } from './application-pdf.ts';
import type { PaperFacts } from './paper-facts.ts';

/** What a paper is printed of. */
export interface PaperOrder {
  readonly facts: PaperFacts;
  readonly language: PaperLanguage;
  readonly now: Date;
}

/** What the thread answers: the paper, or why there is none. */
export interface PrintedPaper {
  readonly number: number;
  readonly paper?: Uint8Array;
  readonly failure?: string;
}

/** This file is a thread of its own: shaping ten members in two languages takes half a second and more. */
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
