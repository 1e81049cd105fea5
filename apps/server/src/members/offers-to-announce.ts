import { type Kysely, sql, type Transaction } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/tables.ts';

/**
 * Sets `seen_at` of each offer that no server has seen since its last change. Also replaces a time in the future, which was written before
 * the clock was set back. Skips rows that another process has locked.
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
 * Claims an offer to announce by deleting its row. Locks the account and the request first, in the order in which an erasure locks them, so
 * that neither is erased meanwhile.
 *
 * @returns false if the row does not exist or another process has locked it.
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
