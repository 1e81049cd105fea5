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

/** Entry point of a worker thread. Shaping ten members in two languages takes more than half a second. */
parentPort?.on('message', async ({ facts, language, now }: PaperOrder) => {
  parentPort?.postMessage(await applicationPdf(facts, language, now));
});
