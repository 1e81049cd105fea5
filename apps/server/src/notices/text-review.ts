import type { MessageKey } from '@mutual-transfer/domain/language/messages/messages';
import { type OwnContact, type TextRisk, textRisks } from '@mutual-transfer/domain/language/text-risks';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';

interface Review {
  /** The writer wants the text to wait for an administrator rather than change it. */
  readonly isSentForReview: boolean | undefined;
  /** The writer's own contact, where it may stand in the text. */
  readonly own?: OwnContact;
}

const sentences: Readonly<Record<TextRisk, MessageKey>> = {
  phone: 'text.phone',
  link: 'text.link',
  money: 'text.money',
};

/**
 * Whether texts between strangers must wait for an administrator: those with a phone number, link or sum of money.
 *
 * @throws {AppError} `text_needs_review` at each such field, unless the writer sends it for review.
 */
export function mustWait(
  texts: Readonly<Record<string, string | undefined>>,
  { isSentForReview, own }: Review,
): boolean {
  const fields = Object.entries(texts).flatMap(([field, text]) => {
    const [risk] = text === undefined ? [] : textRisks(text, own);
    return risk === undefined ? [] : [[field, sentences[risk]] as const];
  });
  if (fields.length === 0) return false;
  if (!isSentForReview) throw new AppError('text_needs_review', { fields: Object.fromEntries(fields) });
  return true;
}

/** A message that waits: to a teacher, or to the room of an agreement. */
export interface WaitingMessage {
  readonly senderId: string;
  readonly recipientId?: string;
  readonly agreementId?: string;
  readonly message: string;
}

/** Keeps a message until an administrator releases or refuses it. */
export async function holdMessage(
  transaction: Transaction<Database>,
  { senderId, recipientId, agreementId, message }: WaitingMessage,
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

/** When the writer's messages that wait were written, the newest first. Those to the room of an agreement, or to teachers. */
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

/** The writer's own phone number and email address. */
export async function ownContact(transaction: Transaction<Database>, userId: string): Promise<OwnContact> {
  return transaction
    .selectFrom('users')
    .select(['phone', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
}
