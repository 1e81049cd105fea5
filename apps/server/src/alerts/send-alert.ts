import { ALERTS_A_DAY, MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { dateTimeText } from '@mutual-transfer/domain/language/date-time';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { Transaction } from 'kysely';
import { isAnyBlocked } from '../accounts/blocks.queries.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { areMatches } from '../matches/matches.queries.ts';
import { lockOwnAccount } from '../members/lock-members.ts';
import { createNotices } from '../notices/create-notices.ts';
import { heldSince, holdMessage } from '../notices/review/held-messages.ts';
import { type FieldRisks, mustWait } from '../notices/review/text-review.ts';
import type { LiveGraph } from '../offers/graph/live-graph.ts';
import { shareRing } from '../rings/share-ring.ts';
import { readRules } from '../rules/rules.queries.ts';
import { messagesOf } from './messages.queries.ts';

interface Sending {
  readonly senderId: string;
  readonly recipientId: string;
  readonly message: string;
  /** Holds the message for an administrator if its text needs a review, instead of refusing it. */
  readonly isSentForReview?: boolean | undefined;
  readonly risks: FieldRisks;
}

/**
 * Sends a message to a teacher who matches the sender, shares a ring with the sender, or wrote to the sender before. If the text needs a
 * review and the sender chose to have it reviewed, holds the message for an administrator.
 *
 * @throws {AppError} `not_found` for an unknown or inactive recipient, or if the recipient is the sender; `not_a_match`; `alert_unread`
 * while the previous message is unread; `alert_limit` after 20 messages in 24 hours; `text_needs_review`.
 * @returns true if the message is held.
 */
export async function sendAlert(
  graph: LiveGraph,
  transaction: Transaction<Database>,
  { senderId, recipientId, message, isSentForReview, risks }: Sending,
  language: Language,
  now: Date,
): Promise<boolean> {
  await lockOwnAccount(transaction, senderId);
  const rules = await readRules(transaction, now);
  await refuseUnreachable(transaction, { graph, rules }, senderId, recipientId);
  await refuseUnread(transaction, senderId, recipientId);
  await refuseBeyondLimit(transaction, senderId, language, now);
  const isHeld = mustWait(risks, isSentForReview);
  const content = { kind: 'message', message } as const;
  await (isHeld
    ? holdMessage(transaction, { senderId, recipientId, message }, now)
    : createNotices(transaction, [{ recipientId, senderId, content }], now));
  return isHeld;
}

async function refuseUnreachable(
  transaction: Transaction<Database>,
  { graph, rules }: { readonly graph: LiveGraph; readonly rules: Rules },
  senderId: string,
  recipientId: string,
): Promise<void> {
  const recipient = await transaction
    .selectFrom('users')
    .select(['is_active', 'role'])
    .where('id', '=', recipientId)
    .executeTakeFirst();
  const isReachable = recipient?.is_active && recipient.role === 'teacher' && recipientId !== senderId;
  if (!isReachable) throw new AppError('not_found');
  // The same error as for a teacher who is no match, so that a blocked teacher does not learn of the block.
  if (await isAnyBlocked(transaction, [senderId, recipientId])) throw new AppError('not_a_match');
  if (await hasWritten(transaction, { from: recipientId, to: senderId })) return;
  if (await areMatches(transaction, rules, senderId, recipientId)) return;
  const isInRing = await shareRing(transaction, graph.current(), senderId, recipientId);
  if (!isInRing) throw new AppError('not_a_match');
}

/** Returns true if one teacher wrote to the other. The other may then reply even if the two no longer match. */
async function hasWritten(
  transaction: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const alert = await messagesOf(transaction, from, to).limit(1).executeTakeFirst();
  return alert !== undefined;
}

async function refuseUnread(
  transaction: Transaction<Database>,
  senderId: string,
  recipientId: string,
): Promise<void> {
  const unread = await messagesOf(transaction, senderId, recipientId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  const held = await transaction
    .selectFrom('held_messages')
    .select('id')
    .where('from_user_id', '=', senderId)
    .where('to_user_id', '=', recipientId)
    .executeTakeFirst();
  if (unread ?? held) throw new AppError('alert_unread');
}

async function refuseBeyondLimit(
  transaction: Transaction<Database>,
  senderId: string,
  language: Language,
  now: Date,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - MILLISECONDS_A_DAY);
  const sent = await transaction
    .selectFrom('alerts')
    .select('created_at')
    .where('from_user_id', '=', senderId)
    .where('kind', '=', 'message')
    .where('created_at', '>', dayAgo)
    .orderBy('created_at', 'desc')
    .limit(ALERTS_A_DAY)
    .execute();
  const held = await heldSince(transaction, senderId, dayAgo);
  const times = [...sent.map(({ created_at }) => created_at), ...held].sort((one, other) => +other - +one);
  const oldest = times[ALERTS_A_DAY - 1];
  if (oldest === undefined) return;
  const next = new Date(oldest.getTime() + MILLISECONDS_A_DAY);
  throw new AppError('alert_limit', {
    values: { maximum: ALERTS_A_DAY, time: dateTimeText(next, language) },
    retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1_000),
  });
}
