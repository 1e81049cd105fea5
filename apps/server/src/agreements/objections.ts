import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type {
  NewObjectionReply,
  ObjectionCategory,
  OwnObjection,
} from '@mutual-transfer/domain/seasons/objection';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, Db } from '../platform/database/tables.ts';
import type { WholeAgreement } from './lock-agreement.ts';

/** Selects the text of an objection, which is that of the member's no or of leaving the proposal. */
export const textOfObjection: RawBuilder<string> = sql<string>`coalesce((select words from agreement_steps step
  where step.agreement_id = objections.agreement_id and step.user_id = objections.user_id and step.kind in ('no', 'leave')
  limit 1), '')`;

/** Stores the no of a member of an announced group as an objection, to which the office replies within the days that the season names. */
export async function storeObjection(
  transaction: Transaction<Database>,
  { id: agreement_id, round_id }: WholeAgreement,
  { userId: user_id, category }: { userId: string; category: ObjectionCategory },
  now: Date,
): Promise<void> {
  const season = await transaction
    .selectFrom('rounds')
    .innerJoin('seasons', 'seasons.id', 'season_id')
    .select(['seasons.id', 'objection_days'])
    .where('rounds.id', '=', round_id)
    .executeTakeFirst();
  if (season === undefined) return;
  await transaction
    .insertInto('objections')
    .values({
      id: newId({ msecs: now.getTime() }),
      season_id: season.id,
      ...{ agreement_id, user_id, category, created_at: now },
      due_at: new Date(now.getTime() + season.objection_days * MILLISECONDS_A_DAY),
    })
    .execute();
}

/** Returns the columns of an objection and its text, as the teacher may read them. */
export const ownObjectionColumns = [
  'objections.category',
  'objections.created_at',
  'objections.due_at',
  'objections.reply',
  'objections.reply_words',
  'objections.replied_at',
] as const;

interface ObjectionRow {
  category: ObjectionCategory;
  text: string;
  created_at: Date;
  due_at: Date;
  reply: NewObjectionReply['result'] | null;
  reply_words: string | null;
  replied_at: Date | null;
}

export function presentObjection(row: ObjectionRow): OwnObjection {
  const { category, text, created_at, due_at, reply, reply_words, replied_at } = row;
  return {
    category,
    text,
    createdAt: created_at.toISOString(),
    due: due_at.toISOString(),
    reply:
      reply === null || reply_words === null || replied_at === null
        ? null
        : { result: reply, text: reply_words, at: replied_at.toISOString() },
  };
}

/** Returns a member's own objection to the group of an agreement; null without one. */
export async function findOwnObjection(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<OwnObjection | null> {
  const row = await db
    .selectFrom('objections')
    .select(ownObjectionColumns)
    .select(textOfObjection.as('text'))
    .where('agreement_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : presentObjection(row);
}
