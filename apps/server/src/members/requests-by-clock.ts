import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/tables/schema.ts';
import { workThrough } from '../process-each.ts';
import { lockMembers } from './lock-members.ts';
import { refreshProjections } from './projections.ts';

const AT_ONCE = 500;

/** Expires the requests whose 180 days are over. @throws {AggregateError} at the end, of those that failed. */
export async function expireRequests(db: Kysely<Database>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('requests')
    .select('user_id')
    .where('status', '=', 'active')
    .where('expires_at', '<=', now)
    // Otherwise PostgreSQL scans all active requests, because it expects as many expired ones among them as among all.
    .orderBy('expires_at')
    .limit(AT_ONCE)
    .execute();
  await changeRequestsOf(db, due, (transaction, userId) =>
    transaction
      .updateTable('requests')
      .set({ status: 'expired' })
      .where('user_id', '=', userId)
      .where('status', '=', 'active')
      .where('expires_at', '<=', now)
      .execute(),
  );
}

/**
 * Sets the time of posting to now for requests that were posted while the clock of the database was ahead.
 *
 * @throws {AggregateError} at the end, of those that failed.
 */
export async function resetFutureRequests(db: Kysely<Database>, now: Date): Promise<void> {
  const early = await db
    .selectFrom('requests')
    .select('user_id')
    .where('created_at', '>', now)
    .limit(AT_ONCE)
    .execute();
  await changeRequestsOf(db, early, (transaction, userId) =>
    transaction
      .updateTable('requests')
      .set((request) => ({
        created_at: now,
        expires_at: sql<Date>`${request.ref('expires_at')} - (${request.ref('created_at')} - ${now}::timestamptz)`,
      }))
      .where('user_id', '=', userId)
      .where('created_at', '>', now)
      .execute(),
  );
}

/** Changes the requests of these teachers, one transaction per teacher. */
function changeRequestsOf(
  db: Kysely<Database>,
  owners: readonly { readonly user_id: string }[],
  change: (transaction: Transaction<Database>, userId: string) => Promise<unknown>,
): Promise<void> {
  const ids = new Set(owners.map(({ user_id }) => user_id));
  return workThrough([...ids], (userId) =>
    db.transaction().execute(async (transaction) => {
      const held = await lockMembers(transaction, [userId]);
      // The account may have been erased meanwhile, with all its requests.
      if (held.length === 0) return;
      await change(transaction, userId);
      await refreshProjections(transaction, userId);
    }),
  );
}
