import type { Kysely } from 'kysely';
import type { Database, OfferRow } from '../database/tables/schema.ts';

/** Returns the active offers of these requests, by id of the request. */
export async function findOffersOf(db: Kysely<Database>, requests: readonly string[]) {
  if (requests.length === 0) return new Map<string | null, OfferRow>();
  const rows = await db.selectFrom('offers').selectAll().where('request_id', 'in', requests).execute();
  return new Map(rows.map((offer) => [offer.request_id, offer]));
}
