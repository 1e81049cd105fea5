import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Ends every living session of a person, and every one they look through others' eyes with: dead at the next call. What else was left
 * open goes with them: browsers that take their notices, and a link to a new password.
 */
export async function endSessions(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where((session) =>
      session.or([session('user_id', '=', userId), session('impersonator_id', '=', userId)]),
    )
    .where('ended_at', 'is', null)
    .execute();
  await db.deleteFrom('push_devices').where('user_id', '=', userId).execute();
  await forgetPasswordLinks(db, userId);
}

/** Ends one session, and notices to the browser it was in. */
export async function endSession(db: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    await transaction.deleteFrom('push_devices').where('session_id', '=', sessionId).execute();
  });
}

/** A link that is on its way to an address opens the account no more. */
export async function forgetPasswordLinks(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('password_links').where('user_id', '=', userId).execute();
}
