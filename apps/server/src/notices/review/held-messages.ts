import { type Selectable, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../../database/tables.ts';

/** Message that waits for an administrator: to a teacher, or in an agreement. */
interface HeldMessage {
  readonly senderId: string;
  readonly recipientId?: string;
  readonly agreementId?: string;
  readonly message: string;
}

/** Stores a message until an administrator releases or refuses it. */
export async function holdMessage(
  transaction: Transaction<Database>,
  { senderId, recipientId, agreementId, message }: HeldMessage,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('held_messages')
    .values({
      id: newId({ msecs: now.getTime() }),
      from_user_id: senderId,
      to_user_id: recipientId ?? null,
      agreement_id: agreementId ?? null,
      message,
      created_at: now,
    })
    .execute();
}

/**
 * Returns a held message, or `undefined`. The caller locks its sender and recipient before `takeHeldMessage`, in the order in which an
 * erasure locks them.
 */
export function findHeldMessage(
  transaction: Transaction<Database>,
  id: string,
): Promise<Selectable<Database['held_messages']> | undefined> {
  return transaction.selectFrom('held_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes and returns a held message that is being released or refused; `undefined` if it no longer waits. */
export function takeHeldMessage(
  transaction: Transaction<Database>,
  id: string,
): Promise<Selectable<Database['held_messages']> | undefined> {
  return transaction.deleteFrom('held_messages').where('id', '=', id).returningAll().executeTakeFirst();
}

/**
 * Returns the times of the sender's held messages since a time, newest first.
 *
 * @param agreementId Agreement of the messages; `undefined` for messages to teachers.
 */
export async function heldSince(
  transaction: Transaction<Database>,
  senderId: string,
  since: Date,
  agreementId?: string,
): Promise<Date[]> {
  const rows = await transaction
    .selectFrom('held_messages')
    .select('created_at')
    .where('from_user_id', '=', senderId)
    .where('created_at', '>', since)
    .where(sql<boolean>`agreement_id is not distinct from ${agreementId ?? null}::uuid`)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ created_at }) => created_at);
}
