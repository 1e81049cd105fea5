import { setTimeout } from 'node:timers/promises';
import type { LiveGraph } from './live-graph.ts';

/** Maximum wait for the first load in milliseconds. Three million requests take ten minutes on a slow machine. */
const LONGEST_LOAD_MS = 900_000;

/**
 * Waits until lists and matches are answered from memory. Also resolves if the load fails or takes longer than 15 minutes: lists and
 * matches are then answered by PostgreSQL, which is slow, until a later load is complete.
 */
export async function waitForOffers({ caughtUp }: Pick<LiveGraph, 'caughtUp'>): Promise<void> {
  const loaded = caughtUp().catch(() => undefined);
  await Promise.race([loaded, setTimeout(LONGEST_LOAD_MS, undefined, { ref: false })]);
}
