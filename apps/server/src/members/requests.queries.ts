import type { Kysely } from 'kysely';
import type { Database, RequestRow } from '../database/tables/schema.ts';

/** Returns a request, or `undefined` if there is none. */
export function findRequest(db: Kysely<Database>, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
}
