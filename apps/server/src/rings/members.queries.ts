import { type Kysely, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/tables.ts';
import { type ActiveOffer, asActive, offerRow } from '../offers/offers.queries.ts';
import { excludedIds } from '../privacy/excluded-pairs.queries.ts';
import { type PersonRow, personColumns } from '../privacy/present.ts';

type Db = Kysely<Database>;

/** Teacher in a ring, with the offer of their request. */
export interface Member extends PersonRow {
  readonly offer: ActiveOffer;
  /** Teachers separated from this one by a block. */
  readonly excluded: readonly string[];
}

export async function findMembers(db: Db, requestIds: readonly string[]): Promise<Map<string, Member>> {
  if (requestIds.length === 0) return new Map();
  const query = db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.user_id')
    .select(offerRow)
    .select(personColumns)
    .select(sql<string[]>`array(${excludedIds(sql.ref('offers.user_id'))})::text[]`.as('excluded'))
    .where('request_id', '=', sql<string>`any(${requestIds}::uuid[])`);
  const rows = await executePrepared(db, 'members of rings', query.compile());
  const members = rows.flatMap((row) => {
    const offer = asActive(row);
    return offer === undefined ? [] : [{ ...row, offer }];
  });
  return new Map(members.map((member) => [member.offer.request_id, member]));
}
