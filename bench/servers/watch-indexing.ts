import { type Answered, answeredIn } from '../measure/figures.ts';
import { until } from './until.ts';

/** Time after a start during which the database answered lists, and latencies of the first page in that time. */
export interface Indexing {
  readonly seconds: number;
  readonly meanwhile: Answered;
}

/**
 * Requests the first page from a server that has just started, in sequence, until memory answers the lists.
 * @throws {Error} after an hour.
 */
export async function watchIndexing(base: string): Promise<Indexing> {
  const started = performance.now();
  const milliseconds: number[] = [];
  let refusals = 0;
  await until(async () => {
    if ((await sourceOfLists(base)) === 'index') return true;
    const asked = performance.now();
    const response = await fetch(`${base}/api/requests/public`);
    await response.arrayBuffer();
    if (response.ok) milliseconds.push(performance.now() - asked);
    else refusals += 1;
    return false;
  });
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, meanwhile: answeredIn([{ milliseconds, seconds, errors: 0, refusals }]) };
}

async function sourceOfLists(base: string): Promise<unknown> {
  const response = await fetch(`${base}/api/ready`);
  const { lists } = (await response.json()) as { readonly lists?: unknown };
  return lists;
}
