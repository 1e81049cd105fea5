import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OwnOffer } from '../../src/matching/best-offers.ts';
import type { IndexedMatchCounts } from '../../src/matching/index/match-index.ts';
import { isUnblocked } from '../../src/people/visibility.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { isOfOneKind } from '../../src/platform/swap-conditions.ts';

/** Number of places in common in a perfect match: district and block at both ends. */
const ALL_PLACES = 4;

/** Teachers of a page of matches, with their number of places in common, and the total numbers. */
interface PlainMatches extends IndexedMatchCounts {
  teachers: readonly { id: string; places: number }[];
}

/** Returns a page of matches by SQL alone, the oracle of the matches that the index selects. */
export async function plainMatches(
  db: Kysely<Database>,
  mine: OwnOffer,
  { page, limit, kind }: PageQuery & { kind?: MatchKind | undefined },
): Promise<PlainMatches> {
  const { rows } = await sql<PlainMatches>`
    with offering as (
      select *, ${posted(mine)} as posted, ${wished(mine)} as wished from offers
      where ${isOfOneKind(mine, mine.rules)} and user_id <> ${mine.user_id} and ${isUnblocked('user_id', mine.user_id)}
    ), candidates as materialized (
      select user_id, request_id, posted + wished as places, wished > 0 as wishing from offering where posted + wished > 0
    ), best as (
      select distinct on (user_id) * from candidates order by user_id, places desc, request_id desc nulls last
    ), wanting as (
      select distinct on (user_id) * from candidates
      where wishing and user_id not in (select user_id from best where places = ${ALL_PLACES})
      order by user_id, places desc, request_id desc nulls last
    ), page as (
      select user_id as id, places from ${sql.ref(kind === undefined ? 'best' : 'wanting')}
      order by places desc, (request_id is not null) desc, coalesce(request_id, user_id) desc
      limit ${limit} offset ${(page - 1) * limit}
    )
    select count(*)::int as total, count(*) filter (where places = ${ALL_PLACES})::int as perfect,
      (select count(*)::int from wanting) as "wantsYourPlace",
      json_build_object(
        'perfect', (count(*) filter (where places = ${ALL_PLACES} and request_id is null))::int,
        'wantsYourPlace', (select count(*)::int from wanting where request_id is null)
      ) as registered,
      (select coalesce(json_agg(page), '[]') from page) as teachers
    from best`.execute(db);
  const [counted] = rows;
  if (counted === undefined) throw new Error('A count returns one row');
  return counted;
}

/** SQL of the number of places where an offer's teacher is posted and that `mine` wishes for: the district, and the block in it. */
function posted({ to_district, to_block }: OwnOffer): RawBuilder<number> {
  return sql`((from_district = ${to_district})::int
    + (from_district = ${to_district} and (${to_block}::text is null or from_block = ${to_block}))::int)`;
}

/** SQL of the number of places that an offer wishes for and that are those of `mine`. */
function wished({ from_district, from_block }: OwnOffer): RawBuilder<number> {
  return sql`((to_district = ${from_district})::int
    + (to_district = ${from_district} and (to_block is null or to_block = ${from_block}))::int)`;
}
