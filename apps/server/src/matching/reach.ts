import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { PlaceReach } from '@mutual-transfer/domain/matching/demand';
import { type Block, blocksOfDistrict, districts } from '@mutual-transfer/domain/reference/places';
import { excludedFor } from '@mutual-transfer/matching/excluded-pairs';
import { distancesToHome } from '@mutual-transfer/matching/live/steps-home';
import { sql } from 'kysely';
import { findExcludedPairs } from '../people/bans.ts';
import { isUnblocked } from '../people/visibility.ts';
import type { Db } from '../platform/database/tables.ts';
import { isOfOneKind } from '../platform/swap-conditions.ts';
import type { RuledGraph } from './graph/offer-changes.ts';
import type { ActiveOffer } from './offers.queries.ts';
import { offerOf } from './rings.ts';

interface Question {
  ruled: RuledGraph;
  mine: ActiveOffer;
  /** Offers of all active requests of the teacher. */
  offers: readonly ActiveOffer[];
  /** Code of the district whose blocks are requested; undefined for all districts. */
  district: string | undefined;
}

/** Place in the response, with the blocks that a wish for the place accepts. */
interface ReachPlace {
  name: string;
  blocks: readonly string[];
}

/**
 * Returns for every district, or every block of one district, the length of the shortest ring by the teacher's wishes, the length by one
 * more wish, and the number of pairs. Pairs are counted as in matches, and rings are found as in the list of rings; both leave out teachers
 * separated from this teacher by a block.
 */
export async function reachOf(db: Db, { ruled, mine, offers, district }: Question): Promise<PlaceReach[]> {
  const offer = offerOf(mine, ruled.rules);
  const pairs = await countPairs(db, mine, ruled);
  const steps = await ringSteps(db, mine, ruled);
  const wished = new Set(
    offers
      .map((offer) => offerOf(offer, ruled.rules))
      .filter(({ stratum }) => stratum === offer.stratum)
      .flatMap(({ to }) => to),
  );
  const shortestTo = (block: string) => {
    const others = pairs.has(block) ? 1 : steps.get(block);
    return others === undefined || block === offer.from ? [] : [others + 1];
  };
  return reachPlaces(district).map(({ name, blocks }) => ({
    place: name,
    isWished: blocks.some((block) => wished.has(block)),
    now: least(blocks.filter((block) => wished.has(block)).flatMap(shortestTo)),
    shortest: least(blocks.flatMap(shortestTo)),
    pairs: blocks.reduce((sum, block) => sum + (pairs.get(block) ?? 0), 0),
  }));
}

function reachPlaces(district: string | undefined): ReachPlace[] {
  const codeOf = ({ code }: Pick<Block, 'code'>) => code;
  return district === undefined
    ? districts.map(({ code, name }) => ({ name, blocks: blocksOfDistrict(code).map(codeOf) }))
    : blocksOfDistrict(district).map(({ code, name }) => ({ name, blocks: [code] }));
}

async function ringSteps(db: Db, mine: ActiveOffer, { graph, rules }: RuledGraph) {
  if (!hasServed(mine.joined_on, rules)) return new Map<string, number>();
  const without = excludedFor([mine.user_id], await findExcludedPairs(db, [mine.user_id]));
  return distancesToHome(graph, offerOf(mine, rules), without);
}

function least(lengths: readonly number[]): number | null {
  return lengths.length === 0 ? null : Math.min(...lengths);
}

/**
 * Counts in each block the teachers who would take this teacher's place and may swap under the rules. Each teacher is posted in one block,
 * so the counts of blocks can be added.
 */
async function countPairs(db: Db, mine: ActiveOffer, { rules }: RuledGraph): Promise<Map<string, number>> {
  const { rows } = await sql<{ block: string; pairs: number }>`
    select from_block as block, count(distinct user_id)::int as pairs from offers
    where ${isOfOneKind(mine, rules)} and user_id <> ${mine.user_id} and ${isUnblocked('user_id', mine.user_id)}
      and to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block})
      and from_block <> ${mine.from_block}
    group by from_block`.execute(db);
  return new Map(rows.map(({ block, pairs }) => [block, pairs]));
}
