import { ALERTS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { scoreOf } from '@mutual-transfer/matching/score';
import type { Transaction } from 'kysely';
import { isAnyBlocked } from '../../accounts/blocks.queries.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { lockMembers } from '../../members/lock-members.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { findOwnOffer, findRegisteredOffer } from '../../offers/offers.queries.ts';
import { wishOf } from '../../offers/wish-of.ts';
import { readRules } from '../../rules/rules.queries.ts';
import { findInvitations } from './invitations.queries.ts';

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
