import { areAllowed, isGroup } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Obstacle } from '@mutual-transfer/domain/agreements/agreement-steps';
import { AppError } from '../../errors.ts';
import { acceptedBlocks, groupMemberOf } from '../../offers/request-offer.ts';
import { readRules } from '../../rules/rules.queries.ts';
import { type Db, findPresent, type PresentMember } from '../room/present-members.queries.ts';
import type { WholeAgreement } from './locked-agreement.ts';

/** Returns the reason why a proposal cannot be agreed at this moment, or null. The caller has locked its members. */
export async function obstacleOf(db: Db, { members }: WholeAgreement, now: Date): Promise<Obstacle | null> {
  const present = await findPresent(
    db,
    members.flatMap(({ request_id }) => request_id ?? []),
  );
  if (present.length < members.length) return 'request_changed';
  if (present.some(({ is_active }) => !is_active)) return 'member_inactive';
  if (present.some(({ isBound, status }) => isBound || status === 'pending')) return 'member_taken';
  if (present.some(({ status }) => status !== 'active')) return 'request_changed';
  if (present.some(({ block }, index) => block !== members[index]?.from_block)) return 'member_moved';
  if (present.some((member, index) => !accepts(member, members[index]?.to_block))) return 'request_changed';
  return isGroup(present.map(groupMember), await readRules(db, now)) ? null : 'rules_changed';
}

/** @throws {AppError} `window_closed`, `rules_changed` unless today's rules allow the group. */
export async function refuseForbidden(db: Db, { members }: WholeAgreement, now: Date): Promise<void> {
  const rules = await readRules(db, now);
  if (!rules.isOpen) throw new AppError('window_closed');
  const present = await findPresent(
    db,
    members.flatMap(({ request_id }) => request_id ?? []),
  );
  if (!areAllowed(present.map(groupMember), rules)) throw new AppError('rules_changed');
}

/** Converts a member to the input of the rules of a group. */
export function groupMember({ userId, block, desired_district, desired_block, ...member }: PresentMember) {
  const place = { from_block: block ?? '', to_district: desired_district, to_block: desired_block };
  return groupMemberOf({ ...member, user_id: userId, ...place });
}

function accepts({ desired_district, desired_block }: PresentMember, block: string | undefined): boolean {
  return block !== undefined && acceptedBlocks(desired_district, desired_block).includes(block);
}
