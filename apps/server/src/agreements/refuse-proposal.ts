import {
  areAllowed,
  isRing,
  mustStateService,
  OPEN_PROPOSALS,
  PROPOSALS_TO_ONE_A_DAY,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY, MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import { findExcludedPairs, isAnyBlocked } from '../people/bans.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { groupMember } from './change-agreement.ts';
import type { CurrentMember } from './members-today.ts';

/**
 * Checks a proposal against the requests and today's rules. Deleted requests of others give the same error as taken ones.
 *
 * @throws {AppError} as `propose`.
 */
export function refuseImpossible(
  members: readonly CurrentMember[],
  { userId, requestIds, rules }: { userId: string; requestIds: readonly string[]; rules: Rules },
): void {
  refuseStranger(members, userId, requestIds);
  refuseUnfit(members, requestIds, rules);
  refuseUnready(members, rules);
}

function refuseStranger(
  members: readonly CurrentMember[],
  userId: string,
  requestIds: readonly string[],
): void {
  const first = members.find(({ requestId }) => requestId === requestIds[0]);
  if (first?.userId !== userId) throw new AppError('not_found');
}

function refuseUnfit(members: readonly CurrentMember[], requestIds: readonly string[], rules: Rules): void {
  const maximum = rules.largestGroup;
  if (requestIds.length > maximum) {
    throw new AppError('validation_failed', { fields: { requests: 'group.size' }, values: { maximum } });
  }
  if (new Set(requestIds).size < requestIds.length) throw new AppError('not_a_ring');
  if (members.length < requestIds.length || !members.every(isProposable)) throw new AppError('request_taken');
  const group = members.map(groupMember);
  if (!isRing(group)) throw new AppError('not_a_ring');
  if (!areAllowed(group, rules)) throw new AppError('rules_changed');
}

function refuseUnready([own]: readonly CurrentMember[], rules: Rules): void {
  if (!rules.isOpen) throw new AppError('window_closed');
  if (mustStateService(own?.joined_on ?? null, rules)) throw new AppError('service_not_stated');
}

/** Returns true for an active, free request of an active account that is not out of the season. */
export function isProposable({ status, is_active, isBound, isOut }: CurrentMember): boolean {
  return status === 'active' && is_active && !isBound && !isOut;
}

/** Checks the limits: ten open proposals of a teacher, and three a day to the same teacher. Proposals of rounds do not count. */
export async function refuseBeyondLimits(
  transaction: Transaction<Database>,
  members: readonly CurrentMember[],
  userId: string,
  now: Date,
): Promise<void> {
  const others = members.map((member) => member.userId).filter((id) => id !== userId);
  const { open, most, next } = await countProposals(transaction, { userId, others }, now);
  if (open < OPEN_PROPOSALS && most < PROPOSALS_TO_ONE_A_DAY) return;
  const again = next === null ? MILLISECONDS_AN_HOUR : next.getTime() + MILLISECONDS_A_DAY - now.getTime();
  throw new AppError('proposal_limit', {
    values: { maximum: OPEN_PROPOSALS, daily: PROPOSALS_TO_ONE_A_DAY },
    retryAfterSeconds: Math.max(1, Math.ceil(again / 1_000)),
  });
}

interface ProposalCounts {
  /** Number of open proposals of the teacher. */
  open: number;
  /** Largest number of proposals in the last 24 hours to any one of the others. */
  most: number;
  /**
   * Time of the oldest proposal in the last 24 hours to a teacher who got the daily maximum. If several teachers got it, the latest of
   * these times; null if none did.
   */
  next: Date | null;
}

/** Counts the open proposals of a teacher and those of the last 24 hours to each of the others. Proposals of rounds do not count. */
async function countProposals(
  db: Kysely<Database>,
  { userId, others }: { userId: string; others: readonly string[] },
  now: Date,
): Promise<ProposalCounts> {
  const dayAgo = new Date(now.getTime() - MILLISECONDS_A_DAY);
  const { rows } = await sql<ProposalCounts>`
    with mine as (
      select id, state, deadline, created_at from agreements where proposed_by = ${userId} and source = 'teacher'
    ), sent as (
      select user_id, count(*)::int as count, min(created_at) as first
      from mine join agreement_members on agreement_id = mine.id
      where created_at > ${dayAgo} and user_id = any(${others}::uuid[]) group by user_id
    )
    select (select count(*)::int from mine where state = 'proposed' and deadline > ${now}) as open,
      coalesce((select max(count) from sent), 0) as most,
      (select max(first) from sent where count >= ${PROPOSALS_TO_ONE_A_DAY}) as next`.execute(db);
  return rows[0] ?? { open: 0, most: 0, next: null };
}

/** Returns true if none of these teachers blocks another, so that they may be in one proposal. */
export async function mayPropose(db: Kysely<Database>, members: readonly CurrentMember[]): Promise<boolean> {
  return !(await isAnyBlocked(
    db,
    members.map(({ userId }) => userId),
  ));
}

/** Returns the members without those whom a block separates from the proposer, so that to the proposer their requests look deleted. */
export async function withoutBlocked(
  db: Kysely<Database>,
  members: readonly CurrentMember[],
  proposerId: string,
): Promise<CurrentMember[]> {
  const excluded = (await findExcludedPairs(db, [proposerId])).get(proposerId);
  return members.filter(({ userId }) => excluded?.has(userId) !== true);
}
