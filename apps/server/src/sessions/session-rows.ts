import type { Insertable, Kysely, Transaction } from 'kysely';
import { deleteOldRows } from '../database/delete-old-rows.ts';
import type { Database } from '../database/tables.ts';

type Db = Kysely<Database>;

export async function insertSession(db: Db, session: Insertable<Database['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Ends a session at once. */
export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
}

/** Locks a session, so that it ends after the transaction. @returns false if it has ended. */
export async function holdSession(transaction: Transaction<Database>, sessionId: string): Promise<boolean> {
  const living = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return living !== undefined;
}

/** Ends every session of a person, and every impersonation session that this person started as an administrator. */
export async function endSessionsOf(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where((session) =>
      session.or([session('user_id', '=', userId), session('impersonator_id', '=', userId)]),
    )
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the impersonation sessions that were started in this session of an administrator. */
export async function endImpersonations(db: Db, administratorSessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('administrator_session_id', '=', administratorSessionId)
    .where('ended_at', 'is', null)
    .execute();
}

export function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  return deleteOldRows(db, 'sessions', 'expires_at', now);
}
