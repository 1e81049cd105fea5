import type { MessageKey } from '@mutual-transfer/domain/language/messages/messages';
import { type OwnContact, type TextRisk, textRisks } from '@mutual-transfer/domain/language/text-risks';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';

interface Review {
  /** The writer chose to let an administrator review the text instead of changing it. */
  readonly isSentForReview: boolean | undefined;
  /** The writer's own contact, if the text may contain it. */
  readonly own?: OwnContact;
}

const sentences: Readonly<Record<TextRisk, MessageKey>> = {
  phone: 'text.phone',
  link: 'text.link',
  money: 'text.money',
};

/**
 * Returns true if texts between strangers contain a phone number, link or sum of money, so that an administrator must review them.
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

/** Returns the writer's own phone number and email address. */
export async function ownContact(transaction: Transaction<Database>, userId: string): Promise<OwnContact> {
  return transaction
    .selectFrom('users')
    .select(['phone', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
}
