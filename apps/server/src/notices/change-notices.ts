import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { lockMembers } from '../members/lock-members.ts';

/** Notice, identified together with its recipient. */
interface OwnNotice {
  readonly id: string;
  readonly recipientId: string;
}

/**
 * Marks a notice as read. A second call keeps the first time.
 *
 * @throws {AppError} `not_found` unless the notice belongs to the recipient.
 */
export function markRead(db: Kysely<Database>, notice: OwnNotice, now: Date): Promise<void> {
  return change(db, notice, 'read_at', now);
}

/** Marks the notices that ask a member for an answer to a proposal as read. */
export async function markQuestionsRead(
  transaction: Transaction<Database>,
  { agreementId, recipientId }: { readonly agreementId: string; readonly recipientId: string },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('alerts')
    .set({ read_at: now })
    .where('to_user_id', '=', recipientId)
    .where('kind', 'in', ['proposal', 'announced', 'deadline_near'])
    .where('read_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where(sql<string>`details ->> 'agreementId'`, '=', agreementId)
    .execute();
}

/**
 * Hides a notice from its recipient's list, or shows it again.
 *
 * @throws {AppError} `not_found` unless the notice belongs to the recipient.
 */
export function setHidden(
  db: Kysely<Database>,
  { hidden, ...notice }: OwnNotice & { readonly hidden: boolean },
  now: Date,
): Promise<void> {
  return change(db, notice, 'hidden_at', hidden ? now : null);
}

/** Sets or clears a timestamp. Skips rows that have the value already, so that no client refetches. */
async function change(
  db: Kysely<Database>,
  { id, recipientId }: OwnNotice,
  column: 'read_at' | 'hidden_at',
  moment: Date | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ [column]: moment })
    .where('id', '=', id)
    .where('to_user_id', '=', recipientId)
    .where(column, moment === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .selectFrom('alerts')
    .select('id')
    .where('id', '=', id)
    .where('to_user_id', '=', recipientId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Deletes notices of an announcement, at most `limit`. @returns the number of deleted notices. */
export async function deleteNoticesOfAnnouncement(
  transaction: Transaction<Database>,
  announcementId: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alerts where id in (
      select id from alerts where kind = 'announcement' and details ->> 'announcementId' = ${announcementId} limit ${limit}
    )`.execute(transaction);
  return Number(numAffectedRows);
}

/**
 * Deletes a teacher's message.
 *
 * @returns the id of its sender.
 * @throws {AppError} `not_found` if the notice does not exist or was not written by a teacher.
 */
export async function deleteMessage(transaction: Transaction<Database>, id: string): Promise<string> {
  const message = await transaction
    .selectFrom('alerts')
    .select('from_user_id')
    .where('id', '=', id)
    .where('kind', '=', 'message')
    .executeTakeFirst();
  // Locks the account before its rows, in the same order as an erasure.
  await lockMembers(transaction, message?.from_user_id ? [message.from_user_id] : []);
  const deleted = await transaction
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('kind', '=', 'message')
    .returning('from_user_id')
    .executeTakeFirst();
  if (deleted === undefined || deleted.from_user_id === null) throw new AppError('not_found');
  return deleted.from_user_id;
}
