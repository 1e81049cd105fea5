import type { MessageKey } from '@mutual-transfer/domain/language/messages/messages';
import { type OwnContact, type TextRisk, textRisks } from '@mutual-transfer/domain/language/text-risks';
import { AppError } from '../../errors.ts';

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
