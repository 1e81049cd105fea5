import { type Kysely, sql, type Transaction } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/tables/schema.ts';

/**
 * Stores when each new offer was first seen unchanged. A time in the future was written by a clock that has been set back since, and is
 * replaced by now. Skips rows that another process writes at the same time.
 */
export async function storeOffersSeen(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('offers_to_announce')
    .set({ seen_at: now })
    .where((row) =>
      row(
        'request_id',
        'in',
        row
          .selectFrom('offers_to_announce')
          .select('request_id')
          .where((seen) => seen.or([seen('seen_at', 'is', null), seen('seen_at', '>', now)]))
          .forUpdate()
          .skipLocked(),
      ),
    )
    .execute();
}

/**
 * Claims a new offer for announcing. Locks the account and the request against erasure before, in the order in which an erasure locks them.
 *
 * @returns false if it is no longer new, or another server claimed it.
 */
export async function claimOffer(transaction: Transaction<Database>, requestId: string): Promise<boolean> {
  const query = sql`
    with owner as materialized (
      select id from users where id = (select user_id from requests where id = ${requestId}) for key share
    ), request as materialized (
      select id from requests where id = ${requestId} and user_id in (select id from owner) for key share
    ), free as materialized (
      select request_id from offers_to_announce where request_id in (select id from request) for update skip locked
    )
    delete from offers_to_announce where request_id in (select request_id from free) returning request_id`;
  const claimed = await executePrepared(transaction, 'claimed offer', query.compile(transaction));
  return claimed.length > 0;
}
