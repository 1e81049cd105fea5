import type { AgreementState } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/tables.ts';
import { hasMemberInScope, isOrderInScope } from '../../privacy/administrator-scope.queries.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

type Db = Kysely<Database>;

/** Returns true for the code of a valid order. An order is valid until it is withdrawn or its agreement ends without a swap. */
export async function isValid(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from transfer_orders join agreements on agreements.id = agreement_id
    where code = ${code} and withdrawn_at is null and state in ('agreed', 'in_progress', 'completed')`.execute(
    db,
  );
  return rows.length > 0;
}

/** A member of a named agreement. `district` is the code of the present posting. */
export interface FoundMember {
  readonly id: string | null;
  readonly name: string | null;
  readonly district: string | null;
  readonly joinedOn: string | null;
  readonly isMoved: boolean;
}

/** An agreement that a file names. */
export interface FoundAgreement {
  readonly id: string;
  readonly number: string;
  readonly state: AgreementState;
  /** In the order of the seats. */
  readonly members: readonly FoundMember[];
  readonly orders: readonly FoundOrder[];
}

/** A valid order. `isSeen` is false if it names only members elsewhere. */
interface FoundOrder {
  readonly number: string;
  readonly date: string;
  readonly isSeen: boolean;
}

/** Returns the administrator's agreements that a file names by their ids or their short numbers. */
export async function findNamed(
  db: Db,
  viewer: SignedIn,
  names: readonly string[],
): Promise<FoundAgreement[]> {
  const ids = names.filter((name) => z.uuid().safeParse(name).success);
  const numbers = names.map((name) => name.toUpperCase());
  const { rows } = await sql<FoundAgreement>`
    select id, upper(right(id::text, 8)) as number, state,
      (select jsonb_agg(jsonb_build_object('id', users.id, 'name', users.name, 'district', users.district,
          'joinedOn', agreement_members.joined_on, 'isMoved', record_moved_at is not null) order by position)
        from agreement_members left join users on users.id = user_id where agreement_id = agreements.id) as members,
      (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'date', ordered_on,
          'isSeen', ${isOrderInScope(viewer)})), '[]')
        from transfer_orders where agreement_id = agreements.id and withdrawn_at is null) as orders
    from agreements
    where (id = any(${ids}::uuid[]) or upper(right(id::text, 8)) = any(${numbers}::text[]))
      and ${hasMemberInScope(viewer)}`.execute(db);
  return rows;
}
