import type { MessageKey } from '@mutual-transfer/domain/language/messages';
import { type OwnContact, type TextRisk, textRisks } from '@mutual-transfer/domain/language/text-risks';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/** Error messages by field, for texts that must not be sent unchanged. */
export type FieldRisks = Readonly<Record<string, MessageKey>>;

const sentences: Readonly<Record<TextRisk, MessageKey>> = {
  phone: 'text.phone',
  link: 'text.link',
  money: 'text.money',
};

/**
 * Returns the fields that contain a phone number, link or sum of money. Call it before a transaction is opened, because it uses processor
 * time, during which no connection should be held.
 *
 * @param own Contact of the writer, if the texts may contain it.
 */
export function findFieldRisks(
  texts: Readonly<Record<string, string | undefined>>,
  own?: OwnContact,
): FieldRisks {
  const fields = Object.entries(texts).flatMap(([field, text]) => {
    const [risk] = text === undefined ? [] : textRisks(text, own);
    return risk === undefined ? [] : [[field, sentences[risk]] as const];
  });
  return Object.fromEntries(fields);
}

/**
 * Returns `true` for texts that must wait for an administrator.
 * @param isSentForReview Set if the writer sends the text for review instead of changing it.
 * @throws {AppError} `text_needs_review` for each field with a risk, unless the writer sends it for review.
 */
export function mustWait(fields: FieldRisks, isSentForReview: boolean | undefined): boolean {
  if (Object.keys(fields).length === 0) return false;
  if (!isSentForReview) throw new AppError('text_needs_review', { fields });
  return true;
}

/**
 * Returns the risks of a message, which may contain the writer's own phone number and email address. Call it before a transaction is opened,
 * as `findFieldRisks`.
 */
export async function findMessageRisks(
  db: Kysely<Database>,
  writerId: string,
  message: string,
): Promise<FieldRisks> {
  const ownContact = await db
    .selectFrom('users')
    .select(['phone', 'email'])
    .where('id', '=', writerId)
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
  return findFieldRisks({ message }, ownContact);
}

/** Message that waits for an administrator: to a teacher, or in an agreement. */
interface HeldMessage {
  senderId: string;
  recipientId?: string;
  agreementId?: string;
  message: string;
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
