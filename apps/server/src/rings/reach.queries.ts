import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { RuledGraph } from '../offers/graph/offer-changes.ts';
import type { ActiveOffer } from '../offers/offers.queries.ts';
import { isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { isOfOneKind } from '../rules/one-kind.ts';

type Db = Kysely<Database>;

/**
 * Counts in each block the teachers who would take this teacher's place and may swap under the rules. Each teacher is posted in one block,
 * so the counts of blocks can be added.
 */
export async function countPairs(
  db: Db,
  mine: ActiveOffer,
  { rules }: RuledGraph,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ block: string; pairs: number }>`
    select from_block as block, count(distinct user_id)::int as pairs from offers
    where ${isOfOneKind(mine, rules)} and user_id <> ${mine.user_id} and ${isUnblocked('user_id', mine.user_id)}
      and to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block})
      and from_block <> ${mine.from_block}
    group by from_block`.execute(db);
  return new Map(rows.map(({ block, pairs }) => [block, pairs]));
}
