import {
  areAllowed,
  isRing,
  mustStateService,
  OPEN_PROPOSALS,
  PROPOSALS_TO_ONE_A_DAY,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY, MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import type { PresentMember } from '../room/present-members.queries.ts';
import { groupMember } from '../steps/obstacle.ts';
import { countProposals } from './proposal-counts.queries.ts';

/**
 * Checks a proposal against the requests and today's rules. Deleted requests of others give the same error as taken ones.
 *
 * @throws {AppError} as `propose`.
 */
export function refuseImpossible(
  members: readonly PresentMember[],
  { userId, requestIds, rules }: { userId: string; requestIds: readonly string[]; rules: Rules },
): void {
  refuseStranger(members, userId, requestIds);
  refuseUnfit(members, requestIds, rules);
  refuseUnready(members, rules);
}

function refuseStranger(
  members: readonly PresentMember[],
  userId: string,
  requestIds: readonly string[],
): void {
  const first = members.find(({ requestId }) => requestId === requestIds[0]);
  if (first?.userId !== userId) throw new AppError('not_found');
}

function refuseUnfit(members: readonly PresentMember[], requestIds: readonly string[], rules: Rules): void {
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

function refuseUnready([own]: readonly PresentMember[], rules: Rules): void {
  if (!rules.isOpen) throw new AppError('window_closed');
  if (mustStateService(own?.joined_on ?? null, rules)) throw new AppError('service_not_stated');
}

/** Returns true for an active, free request of an active account. */
export function isProposable({ status, is_active, isBound }: PresentMember): boolean {
  return status === 'active' && is_active && !isBound;
}

/** Checks the limits: ten open proposals of a teacher, and three a day to the same teacher. Proposals of rounds do not count. */
export async function refuseBeyondLimits(
  transaction: Transaction<Database>,
  members: readonly PresentMember[],
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
