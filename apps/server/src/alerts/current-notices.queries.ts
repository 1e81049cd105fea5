import { type Kysely, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, OfferRow } from '../database/tables/schema.ts';
import { offerRow } from '../offers/offers.queries.ts';

/** Returns the active offers of these requests, by id of the request. */
export async function findOffersOf(db: Kysely<Database>, requests: readonly string[]) {
  if (requests.length === 0) return new Map<string | null, OfferRow>();
  const query = db
    .selectFrom('offers')
    .select(offerRow)
    .where(sql<SqlBool>`request_id = any(${requests}::uuid[])`);
  const rows = await executePrepared(db, 'offers of requests in notices', query.compile());
  return new Map(rows.map((offer) => [offer.request_id, offer]));
}
