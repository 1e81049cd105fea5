import type { Kysely, Transaction } from 'kysely';
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

/** Claims a new offer for announcing. @returns false if it is no longer new, or another server claimed it. */
export async function claimOffer(transaction: Transaction<Database>, requestId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('offers_to_announce')
    .where((row) =>
      row(
        'request_id',
        'in',
        row
          .selectFrom('offers_to_announce')
          .select('request_id')
          .where('request_id', '=', requestId)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
