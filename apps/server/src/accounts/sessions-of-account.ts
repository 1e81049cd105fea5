import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';
import { removeDevicesOf, removeDevicesOfSession } from '../notices/settings/push-devices.ts';
import * as sessions from '../sessions/session-rows.ts';

/** Ends every session of a person, and deletes their push subscriptions and their link for a new password. */
export async function endSessions(
  transaction: Transaction<Database>,
  userId: string,
  now: Date,
): Promise<void> {
  await sessions.endSessionsOf(transaction, userId, now);
  await removeDevicesOf(transaction, userId);
  await forgetPasswordLinks(transaction, userId);
}

/** Ends one session, and deletes the push subscription of its browser. */
export async function endSession(db: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sessions.endSession(transaction, sessionId, now);
    await removeDevicesOfSession(transaction, sessionId);
  });
}

/** Deletes the link for a new password that was sent to a person. */
export async function forgetPasswordLinks(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction.deleteFrom('password_links').where('user_id', '=', userId).execute();
}
