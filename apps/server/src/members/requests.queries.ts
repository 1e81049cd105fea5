import type { Kysely } from 'kysely';
import type { Database, OfferRow, RequestRow } from '../database/tables.ts';

/** Returns a request, or `undefined` if there is none. */
export function findRequest(db: Kysely<Database>, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns all requests of a person, the oldest first. */
export function findRequestsOf(db: Kysely<Database>, userId: string): Promise<RequestRow[]> {
  return db.selectFrom('requests').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Returns the stored offers of a person: those that `offersOf` derived. */
export function findStoredOffers(db: Kysely<Database>, userId: string): Promise<OfferRow[]> {
  return db.selectFrom('offers').selectAll().where('user_id', '=', userId).execute();
}
