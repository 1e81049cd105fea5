import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { type Move, moveMember, takeMoveBack } from '../../members/taken-places.ts';
import { notifyMembers } from '../notify-members.ts';
import type { Member, WholeAgreement } from './locked-agreement.ts';

/** Moves a member who joined to the block of their seat, and congratulates them. */
export async function moveJoined(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  userId: string,
  now: Date,
): Promise<void> {
  const move = moveOf(agreement.members.find(({ user_id }) => user_id === userId));
  if (move !== undefined) await moveMember(transaction, move, now);
  await notifyMembers(transaction, agreement, { kind: 'moved' }, { to: (id) => id === userId, now });
}

/** Undoes the moves of these members, whose step "joined" the office takes back. */
export async function takeMovesBack(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const member of members.filter(({ user_id }) => userIds.includes(user_id ?? ''))) {
    const move = moveOf(member);
    const movedAt = member.ticked.find(({ kind }) => kind === 'joined')?.happened_at;
    if (move && movedAt) await takeMoveBack(transaction, { ...move, movedAt }, now);
  }
}

function moveOf(member: Member | undefined): Move | undefined {
  if (!member?.user_id || !member.request_id) return undefined;
  const { user_id, request_id, to_block } = member;
  return { request: { userId: user_id, id: request_id }, toBlock: to_block };
}
