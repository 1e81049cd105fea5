import { hasServed, isGroup } from '@mutual-transfer/domain/agreements/agreement-rules';
import { ALERTS_A_DAY, MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { dateTimeText } from '@mutual-transfer/domain/language/date-time';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';
import { scoreOf } from '@mutual-transfer/matching/score';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { LiveGraph } from '../matching/graph/live-graph.ts';
import { groupMemberOf, wishOf } from '../matching/index/request-offer.ts';
import { areMatches } from '../matching/matches.ts';
import { shareRing } from '../matching/rings.ts';
import { createNotices, createReminders, type FindDue } from '../notices/notices.ts';
import { type FieldRisks, heldSince, holdMessage, mustWait } from '../notices/text-review.ts';
import { isAnyBlocked } from '../people/bans.ts';
import { lockOwnAccount } from '../people/lock-members.ts';
import type { Database, NoticeDetails, OfferRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readRules } from '../platform/rules.ts';

interface Sending {
  senderId: string;
  recipientId: string;
  message: string;
  /** Holds the message for an administrator if its text needs a review, instead of refusing it. */
  isSentForReview?: boolean | undefined;
  risks: FieldRisks;
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
  { graph, rules }: { graph: LiveGraph; rules: Rules },
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

/** Id of the viewer, current offers by teacher and by request of a ring, and the rules of today. */
interface ReadNow {
  viewerId: string;
  offers: ReadonlyMap<string, readonly OfferRow[]>;
  ringOffers: ReadonlyMap<string | null, OfferRow>;
  rules: Rules;
}

interface ProductNotice {
  kind: NoticeKind;
  request_id: string | null;
  about_user_id: string | null;
  about_request_id: string | null;
  details: NoticeDetails | null;
}

/** Returns the ids of the requests in a notice about a ring, in the order of the ring. */
export function ringOf(details: NoticeDetails | null): readonly string[] {
  return details?.requests ?? [];
}

/** Returns true if the owners of these requests can still swap as one group. Also true for an old notice that lists no requests. */
function canSwap(requests: readonly string[], offers: ReadonlyMap<string | null, OfferRow>, rules: Rules) {
  const present = requests.flatMap((id) => offers.get(id) ?? []);
  if (present.length < requests.length) return false;
  return requests.length === 0 || isGroup(present.map(groupMemberOf), rules);
}

/** Returns true if both requests of a notice are still active, and still are a perfect match or in a possible ring. */
export function isCurrent(notice: ProductNotice, { viewerId, offers, ringOffers, rules }: ReadNow): boolean {
  const find = (userId: string, requestId: string | null) =>
    offers.get(userId)?.find((offer) => offer.request_id === requestId);
  const mine = find(viewerId, notice.request_id);
  const theirs = find(notice.about_user_id ?? '', notice.about_request_id);
  if (mine === undefined || theirs === undefined) return false;
  if (notice.kind === 'ring') return canSwap(ringOf(notice.details), ringOffers, rules);
  if (![mine, theirs].every(({ joined_on }) => hasServed(joined_on, rules))) return false;
  return scoreOf(wishOf(mine), wishOf(theirs), rules.mustBeEqual)?.isPerfect === true;
}

/** Returns the query of the messages from one teacher to another. */
function messagesOf(transaction: Transaction<Database>, from: string, to: string) {
  return transaction
    .selectFrom('alerts')
    .select('id')
    .where('from_user_id', '=', from)
    .where('to_user_id', '=', to)
    .where('kind', '=', 'message');
}

/** Notifies teachers whose contact many others saw within a day: they may want to hide it, and many views may be a sign of harvesting. */
export async function remindOfContactViews(db: Kysely<Database>, now: Date): Promise<void> {
  const findDue: FindDue = async (transaction, atMost) => {
    const rows = await findSeenOften(transaction, atMost, now);
    return rows.map(({ seen_id, viewers }) => ({
      recipientId: seen_id,
      content: { kind: 'contact_seen_often', viewers },
    }));
  };
  await createReminders(db, findDue, now);
}

/** Number of viewers within 24 hours from which the owner of a contact is notified. */
const MANY_VIEWERS = 10;
/** Minimum number of days between two such notices to one teacher. */
const PAUSE_DAYS = 7;

interface SeenOften {
  seen_id: string;
  viewers: number;
}

/** Returns teachers whose contact at least `MANY_VIEWERS` people saw within 24 hours, except teachers notified of it within `PAUSE_DAYS`. */
async function findSeenOften(db: Kysely<Database>, atMost: number, now: Date): Promise<SeenOften[]> {
  const { rows } = await sql<SeenOften>`
    select seen_id, count(distinct viewer_id)::int as viewers from contact_views
    where seen_at > ${now}::timestamptz - interval '24 hours'
    group by seen_id having count(distinct viewer_id) >= ${MANY_VIEWERS} and not exists (
      select from alerts where to_user_id = seen_id and kind = 'contact_seen_often'
        and created_at > ${now}::timestamptz - make_interval(days => ${PAUSE_DAYS}))
    order by seen_id limit ${atMost}`.execute(db);
  return rows;
}
