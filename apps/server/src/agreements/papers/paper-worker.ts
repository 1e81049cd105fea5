import { parentPort } from 'node:worker_threads';
import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { applicationPdf } from './application-pdf.ts';
import { type OrderedGroup, type OrderTexts, orderPdf } from './order-pdf.ts';
import type { PaperFacts } from './paper-facts.queries.ts';

/** Message to the worker thread: the paper to print. */
export type PaperOrder =
  | { kind: 'application'; facts: PaperFacts; language: PaperLanguage; now: Date }
  | { kind: 'order'; order: OrderTexts; groups: readonly OrderedGroup[]; language: PaperLanguage };

/** Entry point of the worker thread that prints papers. Shaping the text of ten members in two languages takes more than half a second. */
parentPort?.on('message', async (paper: PaperOrder) => {
  parentPort?.postMessage(await printed(paper));
});

function printed(paper: PaperOrder): Promise<Buffer> {
  return paper.kind === 'order'
    ? orderPdf(paper.order, paper.groups, paper.language)
    : applicationPdf(paper.facts, paper.language, paper.now);
}
