import type { WhyNothingYet } from '@mutual-transfer/domain/matching/ring';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { eitherEnd, type Own, placesInCommon } from './best-offers.queries.ts';

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
