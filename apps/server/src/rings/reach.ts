import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { PlaceReach } from '@mutual-transfer/domain/matching/reach';
import { type Block, blocksOfDistrict, districts } from '@mutual-transfer/domain/reference/places';
import { apartFromAny } from '@mutual-transfer/matching/excluded-pairs';
import { stepsHome } from '@mutual-transfer/matching/live/steps-home';
import { type Kysely, sql } from 'kysely';
import { findApart } from '../accounts/blocks.ts';
import type { Database } from '../database/schema.ts';
import type { ActiveOffer } from '../offers/find-offers.ts';
import type { RuledGraph } from '../offers/offer-changes.ts';
import { isUnblocked } from '../privacy/excluded-pairs.ts';
import { isOfOneKind } from '../rules/one-kind.ts';
import { toKnown } from './rings-through.ts';

type Db = Kysely<Database>;

interface Question {
  readonly ruled: RuledGraph;
  readonly mine: ActiveOffer;
  /** The offers of all the teacher's active requests. */
  readonly offers: readonly ActiveOffer[];
  /** The code of the district whose blocks are asked for; undefined: every district. */
  readonly district: string | undefined;
}

/** A place of the answer, with the blocks that a wish for it would accept. */
interface AskedPlace {
  readonly name: string;
  readonly blocks: readonly string[];
}

/**
 * Where the teacher of an active request could go: for every district, or every block of one, what leads there by their wishes and what
 * one more wish would open. Pairs are counted as matches are, rings found as rings are; both leave out whom a block keeps apart
 * from the teacher.
 */
export async function reachOf(db: Db, { ruled, mine, offers, district }: Question): Promise<PlaceReach[]> {
  const known = toKnown(mine, ruled.rules);
  const pairs = await countPairs(db, mine, ruled);
  const steps = await ringSteps(db, mine, ruled);
  const wished = new Set(
    offers
      .map((offer) => toKnown(offer, ruled.rules))
      .filter(({ stratum }) => stratum === known.stratum)
      .flatMap(({ to }) => to),
  );
  const shortestTo = (block: string) => {
    const others = pairs.has(block) ? 1 : steps.get(block);
    return others === undefined || block === known.from ? [] : [others + 1];
  };
  return askedPlaces(district).map(({ name, blocks }) => ({
    place: name,
    isWished: blocks.some((block) => wished.has(block)),
    now: least(blocks.filter((block) => wished.has(block)).flatMap(shortestTo)),
    shortest: least(blocks.flatMap(shortestTo)),
    pairs: blocks.reduce((sum, block) => sum + (pairs.get(block) ?? 0), 0),
  }));
}

function askedPlaces(district: string | undefined): AskedPlace[] {
  const codeOf = ({ code }: Pick<Block, 'code'>) => code;
  return district === undefined
    ? districts.map(({ code, name }) => ({ name, blocks: blocksOfDistrict(code).map(codeOf) }))
    : blocksOfDistrict(district).map(({ code, name }) => ({ name, blocks: [code] }));
}

/** How many teachers in each block would take the place of this one, and may; a teacher works in one block. */
async function countPairs(db: Db, mine: ActiveOffer, { rules }: RuledGraph): Promise<Map<string, number>> {
  const { rows } = await sql<{ block: string; pairs: number }>`
    select from_block as block, count(distinct user_id)::int as pairs from offers
    where ${isOfOneKind(mine, rules)} and user_id <> ${mine.user_id} and ${isUnblocked('user_id', mine.user_id)}
      and to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block})
      and from_block <> ${mine.from_block}
    group by from_block`.execute(db);
  return new Map(rows.map(({ block, pairs }) => [block, pairs]));
}

async function ringSteps(db: Db, mine: ActiveOffer, { graph, rules }: RuledGraph) {
  if (!hasServed(mine.joined_on, rules)) return new Map<string, number>();
  const without = apartFromAny([mine.user_id], await findApart(db, [mine.user_id]));
  return stepsHome(graph, toKnown(mine, rules), without);
}

function least(lengths: readonly number[]): number | null {
  return lengths.length === 0 ? null : Math.min(...lengths);
}
