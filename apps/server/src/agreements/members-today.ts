import { bindingStates } from '@mutual-transfer/domain/agreements/agreement-steps';
import { sql } from 'kysely';
import type { Db, RequestRow, UserRow } from '../platform/database/tables.ts';
import { isOut } from './exclusions.ts';
import type { WholeAgreement } from './lock-agreement.ts';

/** A member's request and account as they are now. */
export type CurrentMember = Pick<
  RequestRow,
  'status' | 'desired_district' | 'desired_block' | 'subject' | 'class_range'
> &
  Pick<UserRow, 'is_active' | 'block' | 'category' | 'joined_on'> & {
    requestId: string;
    userId: string;
    isBound: boolean;
    /** True for a proven phone or a verification: only then is the teacher's silence a consent. */
    isProven: boolean;
    /** True if the office keeps the teacher out of the open season. */
    isOut: boolean;
  };

/** Returns requests with their teachers, in the given order, without deleted ones. */
export async function findCurrentMembers(
  db: Db,
  requestIds: readonly string[],
  now: Date,
): Promise<CurrentMember[]> {
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
    .select((row) => row('verified_at', 'is not', null).as('isProven'))
    .select(isOut('users.id', now).as('isOut'))
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
  const byId = new Map(
    rows.map((row) => [
      row.requestId,
      {
        ...row,
        isBound: Boolean(row.isBound),
        isProven: Boolean(row.isProven),
        isOut: Boolean(row.isOut),
      },
    ]),
  );
  return requestIds.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the latest end of the holds that yeses to other proposals put on the requests; undefined if none is held. */
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
