import type { Kysely } from 'kysely';
import type { Database, OfferRow, RequestRow } from '../database/tables/schema.ts';

/** Returns a request, or `undefined` if there is none. */
export function findRequest(db: Kysely<Database>, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns all requests of a person, the oldest first. */
export function findRequestsOf(db: Kysely<Database>, userId: string): Promise<RequestRow[]> {
  return db.selectFrom('requests').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Returns the offers of a person as they are stored: of the active requests, or of the registration until the first one is posted. */
export function findStoredOffers(db: Kysely<Database>, userId: string): Promise<OfferRow[]> {
  return db.selectFrom('offers').selectAll().where('user_id', '=', userId).execute();
}
