import type { WhyNothingYet } from '@mutual-transfer/domain/matching/ring';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, OfferRow } from '../database/tables.ts';
import { isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { isOfOneKind } from '../rules/one-kind.ts';
import type { Own } from './best-offers.queries.ts';

/** Number of matches per kind. Each match in the list is of exactly one kind. */
export type Relations = Pick<
  WhyNothingYet,
  'directSwaps' | 'sameDistricts' | 'wantsYourPlace' | 'worksThere'
>;

/** Counts the matches of an offer per kind. Counts each teacher once, by the offer that the list shows. */
export async function countRelations(db: Kysely<Database>, mine: Own): Promise<Relations> {
  const { posted, wished } = placesInCommon(mine);
  const { rows } = await sql<Relations>`
    with best as (
      select distinct on (user_id) ${posted} as posted, ${wished} as wished
      from (${eitherEnd(mine)}) as candidates
      order by user_id, ${posted} + ${wished} desc, (request_id is not null) desc, offered_at desc
    )
    select
      count(*) filter (where posted = 2 and wished = 2)::int as "directSwaps",
      count(*) filter (where posted > 0 and wished > 0 and posted + wished < 4)::int as "sameDistricts",
      count(*) filter (where posted = 0)::int as "wantsYourPlace",
      count(*) filter (where wished = 0)::int as "worksThere"
    from best`.execute(db);
  return rows[0] ?? { directSwaps: 0, sameDistricts: 0, wantsYourPlace: 0, worksThere: 0 };
}

/**
 * Returns SQL expressions for the places that an offer of the query has in common with `mine`, each from 0 to 2: `posted` counts the
 * offer's district and block that `mine` wishes for; `wished` counts the offer's wished district and block that are those of `mine`.
 */
export function placesInCommon(mine: OfferRow): Record<'posted' | 'wished', RawBuilder<number>> {
  return {
    posted: sql<number>`((from_district = ${mine.to_district})::int
      + (from_district = ${mine.to_district} and (${mine.to_block}::text is null or from_block = ${mine.to_block}))::int)`,
    wished: sql<number>`((to_district = ${mine.from_district})::int
      + (to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block}))::int)`,
  };
}

/**
 * Returns a subquery of other teachers' offers that have a place in common with `mine` and may match it under the rules, with all columns.
 */
export function eitherEnd(mine: Own): RawBuilder<unknown> {
  return sql`
    select * from offers
    where ${isOfOneKind(mine, mine.rules)} and ${isOfOthers(mine)}
      and ${sql<SqlBool>`(from_district = ${mine.to_district} or to_district = ${mine.from_district})`}`;
}

/** Returns the SQL condition that an offer belongs to another teacher, and that no block separates this teacher from the owner of `mine`. */
function isOfOthers({ user_id }: Own): RawBuilder<SqlBool> {
  return sql<SqlBool>`user_id <> ${user_id} and ${isUnblocked('user_id', user_id)}`;
}
