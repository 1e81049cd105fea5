import type { NewObjectionReply } from '@mutual-transfer/domain/seasons/objection';
import type { Transaction } from 'kysely';
import { createNotices } from '../../notices/notices.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { lockAgreementsOf } from '../endings.ts';
import { takeOut } from './take-out.ts';

interface Reply extends NewObjectionReply {
  id: string;
  by: string;
  now: Date;
}

/**
 * Replies to an objection, once, and tells the teacher. An accepted one takes the teacher out of the season. Must take the first lock of its
 * transaction. The same reply again has no effect.
 *
 * @returns the teacher; undefined for a repetition.
 * @throws {AppError} `not_found`; `objection_answered`; `no_season` for accepting after the season has closed.
 */
export async function replyToObjection(
  transaction: Transaction<Database>,
  { id, result, text, by, now }: Reply,
): Promise<string | undefined> {
  const found = await transaction
    .selectFrom('objections')
    .innerJoin('seasons', 'seasons.id', 'season_id')
    .select(['user_id', 'agreement_id', 'category', 'closed_at'])
    .where('objections.id', '=', id)
    .executeTakeFirst();
  // Nothing is left to reply to when the account was erased.
  const userId = found?.user_id;
  if (found === undefined || userId == null) throw new AppError('not_found');
  await lockAgreementsOf(transaction, [userId]);
  const before = await transaction
    .selectFrom('objections')
    .select(['reply', 'reply_words'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new AppError('not_found');
  if (before.reply === result && before.reply_words === text) return undefined;
  if (before.reply !== null) throw new AppError('objection_answered');
  if (result === 'accepted' && found.closed_at <= now) throw new AppError('no_season');
  await transaction
    .updateTable('objections')
    .set({ reply: result, reply_words: text, replied_by: by, replied_at: now })
    .where('id', '=', id)
    .execute();
  if (result === 'accepted') {
    const teachers = [{ userId, reason: text, until: null }];
    await takeOut(transaction, { teachers, by, now });
  } else {
    const content = { kind: 'objection_refused', agreementId: found.agreement_id, text } as const;
    await createNotices(transaction, [{ recipientId: userId, content }], now);
  }
  return userId;
}
