import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { workThrough } from '../platform/repeat-work.ts';
import { lockMembers } from './lock-members.ts';
import { refreshProjections } from './projections.ts';

const AT_ONCE = 500;

/**
 * Expires the requests whose 180 days are over.
 *
 * @throws {AggregateError} with the errors of the teachers whose requests could not be changed, after all others.
 */
export async function expireRequests(db: Kysely<Database>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('requests')
    .select('user_id')
    .where('status', '=', 'active')
    .where('expires_at', '<=', now)
    // Without this order PostgreSQL scans all active requests, because it assumes that expired ones are as frequent among them as overall.
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
 * Corrects requests that were posted while the clock of the database was ahead: sets their time of posting to now, and their expiry back by
 * the same time.
 *
 * @throws {AggregateError} with the errors of the teachers whose requests could not be changed, after all others.
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
  owners: readonly { user_id: string }[],
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
