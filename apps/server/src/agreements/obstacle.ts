import { areAllowed, isGroup } from '@mutual-transfer/domain/agreements/agreement-rules';
import { bindingStates, type Obstacle } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import type { Database, RequestRow, UserRow } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { acceptedBlocks, groupMemberOf } from '../offers/request-offer.ts';
import { readRules } from '../rules/read-rules.ts';
import type { WholeAgreement } from './locked-agreement.ts';

type Db = Kysely<Database>;

/** A member's request and account as they are now. */
export type PresentMember = Pick<
  RequestRow,
  'status' | 'desired_district' | 'desired_block' | 'subject' | 'class_range'
> &
  Pick<UserRow, 'is_active' | 'block' | 'category' | 'joined_on'> & {
    readonly requestId: string;
    readonly userId: string;
    readonly isBound: boolean;
  };

/** Returns requests with their teachers, in the given order, without deleted ones. */
export async function findPresent(db: Db, requestIds: readonly string[]): Promise<PresentMember[]> {
  if (requestIds.length === 0) return [];
  const rows = await db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .select([
      'requests.id as requestId',
      'users.id as userId',
      'status',
      'requests.desired_district',
      'requests.desired_block',
      'requests.subject',
      'requests.class_range',
      'is_active',
      'block',
      'category',
      'joined_on',
    ])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('agreement_members')
            .select('position')
            .whereRef('agreement_members.user_id', '=', 'users.id')
            .where('agreement_members.state', 'in', [...bindingStates]),
        )
        .as('isBound'),
    )
    .where('requests.id', 'in', requestIds)
    .execute();
  const byId = new Map(rows.map((row) => [row.requestId, { ...row, isBound: Boolean(row.isBound) }]));
  return requestIds.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the reason why a proposal cannot be agreed at this moment, or null. The caller holds its members. */
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

/** Returns a member as the rules of a group see it. */
export function groupMember({ userId, block, desired_district, desired_block, ...member }: PresentMember) {
  const place = { from_block: block ?? '', to_district: desired_district, to_block: desired_block };
  return groupMemberOf({ ...member, user_id: userId, ...place });
}

/** Returns the end of the hold that a yes to another proposal puts on one of the requests, or undefined. */
export async function heldUntil(
  db: Db,
  { id, members }: WholeAgreement,
  now: Date,
): Promise<Date | undefined> {
  const requestIds = members.flatMap(({ request_id }) => request_id ?? []);
  const { rows } = await sql<{ until: Date | null }>`
    select max(held_until) as until from agreement_members
    where request_id = any(${requestIds}::uuid[]) and state = 'proposed'
      and agreement_id <> ${id} and held_until > ${now}`.execute(db);
  return rows[0]?.until ?? undefined;
}

function accepts({ desired_district, desired_block }: PresentMember, block: string | undefined): boolean {
  return block !== undefined && acceptedBlocks(desired_district, desired_block).includes(block);
}
