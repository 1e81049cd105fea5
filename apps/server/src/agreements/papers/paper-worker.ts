import { parentPort } from 'node:worker_threads';
import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { applicationPdf } from './application-pdf.ts';
import type { PaperFacts } from './paper-facts.queries.ts';

/** Message to the worker thread: the paper to print. */
export interface PaperOrder {
  facts: PaperFacts;
  language: PaperLanguage;
  now: Date;
}

/** Entry point of the worker thread that prints papers. Shaping the text of ten members in two languages takes more than half a second. */
parentPort?.on('message', async ({ facts, language, now }: PaperOrder) => {
  parentPort?.postMessage(await applicationPdf(facts, language, now));
});
