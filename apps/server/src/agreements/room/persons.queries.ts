import type { ContactPreference, RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { isUnblocked } from '../../privacy/excluded-pairs.queries.ts';
import { type PersonRow, personColumns } from '../../privacy/present.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

/** Columns of a member's account and request that are needed to present them. */
export interface MemberPerson extends PersonRow {
  readonly requestId: string;
  readonly status: RequestStatus;
  readonly contact_preference: ContactPreference;
  readonly desired_district: string;
  readonly desired_block: string | null;
  /** True if the member or the viewer blocks the other. */
  readonly isExcluded: boolean;
}

/** Returns the owners of requests by request id, without inactive accounts. */
export async function findPersons(
  { db }: Dependencies,
  requestIds: readonly string[],
  viewer: SignedIn,
): Promise<ReadonlyMap<string, MemberPerson>> {
  if (requestIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .select(personColumns)
    .select([
      'requests.id as requestId',
      'requests.status',
      'contact_preference',
      'requests.desired_district',
      'requests.desired_block',
      sql<boolean>`not ${isUnblocked('users.id', viewer.userId)}`.as('isExcluded'),
    ])
    .where('requests.id', 'in', [...new Set(requestIds)])
    .where('users.is_active', '=', true)
    .orderBy('requests.id')
    .execute();
  return new Map(rows.map((row) => [row.requestId, row]));
}
