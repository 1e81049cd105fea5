import { ALERTS_A_DAY, MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { scoreOf } from '@mutual-transfer/matching/score';
import type { Kysely, Transaction } from 'kysely';
import { wishOf } from '../matching/index/request-offer.ts';
import { findOwnOffer, findRegisteredOffer } from '../matching/offers.queries.ts';
import { createNotices } from '../notices/notices.ts';
import { isAnyBlocked } from '../people/bans.ts';
import { lockMembers } from '../people/lock-members.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readRules } from '../platform/rules.ts';

/**
 * Invites a match without a request to post one, because a swap can be proposed only to a teacher with a request.
 *
 * @throws {AppError} `not_found` for another teacher's request; `not_a_match` unless both could take each other's place and the other has
 * no request; `alert_unread` while an earlier invitation is unread; `rate_limited` beyond `ALERTS_A_DAY` invitations.
 */
export async function invite(
  transaction: Transaction<Database>,
  { userId, id, inviteeId }: { userId: string; id: string; inviteeId: string },
  now: Date,
): Promise<void> {
  await lockMembers(transaction, [userId]);
  const block = await invitableBlock(
    transaction,
    { userId, id, inviteeId },
    await readRules(transaction, now),
  );
  await refuseBeyondLimits(transaction, { userId, inviteeId }, now);
  const content = { kind: 'invitation', block } as const;
  const about = { userId, requestId: null };
  await createNotices(transaction, [{ recipientId: inviteeId, content, about }], now);
}

/** Returns the block to which the invited teacher would move. @throws {AppError} `not_a_match`. */
async function invitableBlock(
  transaction: Transaction<Database>,
  { userId, id, inviteeId }: { userId: string; id: string; inviteeId: string },
  { mustBeEqual }: Rules,
): Promise<string> {
  const mine = await findOwnOffer(transaction, { userId, id });
  const theirs = await findRegisteredOffer(transaction, inviteeId);
  const isPair =
    mine && theirs && userId !== inviteeId && scoreOf(wishOf(mine), wishOf(theirs), mustBeEqual)?.isPerfect;
  if (!isPair || (await isAnyBlocked(transaction, [userId, inviteeId]))) throw new AppError('not_a_match');
  return mine.from_block;
}

async function refuseBeyondLimits(
  transaction: Transaction<Database>,
  { userId, inviteeId }: { userId: string; inviteeId: string },
  now: Date,
): Promise<void> {
  const sent = await findInvitations(transaction, { userId, inviteeId }, now);
  if (sent.some(({ to_user_id, read_at }) => to_user_id === inviteeId && read_at === null)) {
    throw new AppError('alert_unread');
  }
  if (sent.length >= ALERTS_A_DAY) throw new AppError('rate_limited', { retryAfterSeconds: 3_600 });
}

/** Returns the invitations that a teacher sent in the last 24 hours, and any to this invitee that is unread. */
function findInvitations(
  db: Kysely<Database>,
  { userId, inviteeId }: { userId: string; inviteeId: string },
  now: Date,
): Promise<{ to_user_id: string; read_at: Date | null }[]> {
  return db
    .selectFrom('alerts')
    .select(['to_user_id', 'read_at'])
    .where('about_user_id', '=', userId)
    .where('kind', '=', 'invitation')
    .where((row) =>
      row.or([
        row('created_at', '>', new Date(now.getTime() - MILLISECONDS_A_DAY)),
        row.and([row('to_user_id', '=', inviteeId), row('read_at', 'is', null)]),
      ]),
    )
    .execute();
}
