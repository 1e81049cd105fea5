import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { RuledGraph } from '../offers/graph/offer-changes.ts';
import { findOffersOf } from '../offers/offers.queries.ts';
import { ringsThrough } from './rings-through.ts';

/** Returns true if the second teacher is a member of a ring that the first teacher is shown. */
export async function shareRing(
  db: Kysely<Database>,
  graph: RuledGraph,
  firstId: string,
  secondId: string,
): Promise<boolean> {
  for (const offer of await findOffersOf(db, firstId)) {
    const rings = await ringsThrough(db, graph, offer);
    if (rings.some((ring) => ring.some(({ personId }) => personId === secondId))) return true;
  }
  return false;
}
