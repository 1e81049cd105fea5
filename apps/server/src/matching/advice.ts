import { setImmediate } from 'node:timers/promises';
import { hasServed, mayMix, mustStateService } from '@mutual-transfer/domain/agreements/agreement-rules';
import { yearsAfter } from '@mutual-transfer/domain/language/date-time';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import {
  type MissingPerson,
  type RingAdvice,
  SHORTEST_SHOWN_RING,
  type WhyNothingYet,
  type WishAdvice,
} from '@mutual-transfer/domain/matching/ring';
import { ANY_BLOCK, blocks, districtByCode, districts } from '@mutual-transfer/domain/reference/places';
import { categoryCodes } from '@mutual-transfer/domain/reference/teaching';
import { containsExcludedPair } from '@mutual-transfer/matching/excluded-pairs';
import {
  type AdvisedWish,
  compareAdvice,
  oneMoreWish,
  onePersonMissing,
  type PossibleWish,
} from '@mutual-transfer/matching/live/advice';
import type { GraphOffer, RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import { shortestRing, shortestRingAcross } from '@mutual-transfer/matching/live/shortest-ring';
import { findExcludedPairs } from '../people/bans.ts';
import type { Db } from '../platform/database/tables.ts';
import { placeOfBlock } from '../platform/places.ts';
import { shareCodeOf } from '../sign-in/shares.ts';
import type { RuledGraph } from './graph/offer-changes.ts';
import { acceptedBlocks, stratumOf } from './index/request-offer.ts';
import type { Relations } from './matches.ts';
import type { ActiveOffer } from './offers.queries.ts';
import type { LatestPlan } from './plans/latest-plan.ts';
import { offerOf, shortestUnblocked } from './rings.ts';

const BLOCKS_ADVISED = 5;
const DISTRICTS_ADVISED = 3;
/** Number of wishes evaluated, within a few milliseconds, before the event loop serves other calls. */
const WISHES_AT_ONCE = 20;

/** Possible wishes by the code of their place. There are two arrays because a block and a district may have the same code. */
const blockWishes: readonly PossibleWish[] = blocks.map(({ code }) => ({ key: code, to: [code] }));
const districtWishes: readonly PossibleWish[] = districts.map(({ code }) => ({
  key: code,
  to: acceptedBlocks(code, null),
}));

/** Data from which the advice is computed. */
interface Question {
  ruled: RuledGraph;
  mine: ActiveOffer;
  /** Offers of all active requests of the teacher. Advice leaves out the places that they wish for. */
  offers: readonly ActiveOffer[];
  /** Teachers separated from the viewer by a block. Advice ignores their offers. */
  excluded: ReadonlySet<string>;
  latestPlan: LatestPlan | undefined;
  /** Number of the request's matches per kind. */
  relations: Relations;
  /** Number of verified direct swap partners. */
  directSwapsVerified: number;
  /** Reason why the latest plan moves the teacher or does not. */
  planReason: WhyNothingYet['planReason'];
}

/** Returns advice for the teacher of an active request. It does not name other teachers. */
export async function adviceFor(db: Db, question: Question): Promise<RingAdvice> {
  const { ruled, mine, relations, directSwapsVerified, planReason, latestPlan } = question;
  const graph = graphWithout(ruled.graph, question.excluded);
  return {
    oneMoreWish: await wishAdvice(graph, question),
    onePersonMissing: await missingAdvice(db, graph, question),
    whyNothingYet: {
      ...relations,
      directSwapsVerified,
      shortest: await shortestShown(db, graph, question),
      planReason,
      ...plannedFor(latestPlan, mine),
    },
    service: serviceAdvice(mine, ruled.rules),
    statingCategory: mine.category === null ? categoryAdvice(graph, question) : null,
  };
}

/** Runs a query on the graph without the offers of excluded teachers. */
type QueryGraph = <Answer>(question: (graph: RingGraph) => Answer) => Answer;

function graphWithout(graph: RingGraph, teachers: ReadonlySet<string>): QueryGraph {
  const ids = graph.idsOf(teachers);
  return (question) => graph.without(ids, question);
}

/**
 * Returns the wishes that would bring most pairs and rings, blocks before whole districts. Leaves out the own district, and districts whose
 * blocks are named (or the reverse).
 */
async function wishAdvice(
  ask: QueryGraph,
  { ruled: { rules }, mine, offers }: Question,
): Promise<WishAdvice[]> {
  const offer = offerOf(mine, rules);
  const others = offers.map((one) => offerOf(one, rules)).filter(({ stratum }) => stratum === offer.stratum);
  const wishing = { ...offer, to: [offer, ...others].flatMap(({ to }) => [...to]) };
  const home = placeOfBlock(mine.from_block).district;
  const byBlock = await bestWishes(ask, wishing, blockWishes.filter(isElsewhere), BLOCKS_ADVISED);
  const byDistrict = await bestWishes(ask, wishing, districtWishes.filter(isElsewhere), DISTRICTS_ADVISED);
  return withoutRepetition(byBlock.map(blockAdvice), byDistrict.map(districtAdvice));

  /**
   * Returns true unless the place is in the teacher's own district: the teacher wants to leave it, and its other blocks can be found
   * without advice.
   */
  function isElsewhere({ to }: PossibleWish): boolean {
    return to.every((block) => placeOfBlock(block).district !== home);
  }
}

/** Returns for each district either the whole district or its blocks: the district only if it brings more than each of the blocks. */
function withoutRepetition(byBlock: WishAdvice[], byDistrict: WishAdvice[]): WishAdvice[] {
  const isWithin = (district: WishAdvice) => (block: WishAdvice) =>
    block.desiredDistrict === district.desiredDistrict;
  const better = byDistrict.filter((district) =>
    byBlock.filter(isWithin(district)).every((block) => bringsMore(district, block)),
  );
  return [...byBlock.filter((block) => !better.some((district) => isWithin(district)(block))), ...better];
}

function bringsMore(one: WishAdvice, other: WishAdvice): boolean {
  return one.shortest < other.shortest || one.pairs > other.pairs || one.rings > other.rings;
}

/** Returns missing teachers who would close a ring that can be shown, that is, in which no member blocks another. */
async function missingAdvice(
  db: Db,
  ask: QueryGraph,
  { ruled: { rules }, mine, relations }: Question,
): Promise<MissingPerson[]> {
  const found = ask((graph) => onePersonMissing(graph, offerOf(mine, rules)));
  const teachersOf = ({ before, after }: (typeof found)[number]) =>
    [...before, ...after].map(({ teacher }) => teacher);
  const excluded = await findExcludedPairs(db, found.flatMap(teachersOf));
  return (
    found
      .filter((missing) => !containsExcludedPair(teachersOf(missing), excluded))
      // A teacher with a direct swap needs no second one. The graph does not contain all direct swaps: only in a pair may one teacher have
      // no stated category.
      .filter(({ length }) => length > 2 || relations.directSwaps === 0)
      .map((missing) => presentMissing(missing, mine))
  );
}

/**
 * Returns the number of teachers in the shortest pair or ring that the teacher is shown. Rings in which one member blocks another are not
 * shown.
 */
async function shortestShown(db: Db, ask: QueryGraph, { ruled, mine }: Question): Promise<number | null> {
  const shortest = ask((graph) => shortestRing(graph, offerOf(mine, ruled.rules)));
  if (shortest === undefined) return null;
  return shortest < SHORTEST_SHOWN_RING ? shortest : ((await shortestUnblocked(db, ruled, mine)) ?? null);
}

/**
 * Returns the service rule if it keeps the teacher from a swap, because the teacher's service is too short or was not stated; otherwise
 * null.
 */
function serviceAdvice({ joined_on }: ActiveOffer, rules: Rules): RingAdvice['service'] {
  const years = rules.minimumService;
  if (mustStateService(joined_on, rules)) return { years, joinedOn: null, servedOn: null };
  if (joined_on === null || hasServed(joined_on, rules)) return null;
  return { years, joinedOn: joined_on, servedOn: yearsAfter(joined_on, years) };
}

/** Returns the latest plan's figures for the same subject, class level and category. */
function plannedFor(
  latestPlan: LatestPlan | undefined,
  { subject, class_range, category }: ActiveOffer,
): Pick<WhyNothingYet, 'plannedTeachers' | 'plannedMoved'> {
  if (latestPlan === undefined) return { plannedTeachers: null, plannedMoved: null };
  const stratum = latestPlan.stratum(subject, class_range, category);
  return { plannedTeachers: stratum?.teachers ?? 0, plannedMoved: stratum?.moved ?? 0 };
}

/** Returns the best of the wishes. Evaluates them in batches, since evaluating all at once would block every other call. */
async function bestWishes(
  ask: QueryGraph,
  offer: GraphOffer,
  wishes: readonly PossibleWish[],
  most: number,
): Promise<AdvisedWish[]> {
  const found: AdvisedWish[] = [];
  for (let start = 0; start < wishes.length; start += WISHES_AT_ONCE) {
    const batch = wishes.slice(start, start + WISHES_AT_ONCE);
    found.push(...ask((graph) => oneMoreWish(graph, offer, batch)));
    await setImmediate();
  }
  return found.sort(compareAdvice).slice(0, most);
}

/**
 * Returns the length of the shortest ring with any categories in it. A search restricted to one stated category would reveal categories of
 * teachers whom the viewer is not shown. If categories may mix, stating one brings no rings, and null is returned.
 */
function categoryAdvice(
  ask: QueryGraph,
  { ruled: { rules }, mine }: Question,
): RingAdvice['statingCategory'] {
  if (mayMix(rules, 'category')) return null;
  const strata = [null, ...categoryCodes].map((category) => stratumOf({ ...mine, category }, rules));
  const shortest = ask((graph) => shortestRingAcross(graph, offerOf(mine, rules), strata));
  return shortest === undefined ? null : { shortest };
}

function blockAdvice({ key, ...numbers }: AdvisedWish): WishAdvice {
  const { district, block } = placeOfBlock(key);
  return { desiredDistrict: district, desiredBlock: block, ...numbers };
}

function districtAdvice({ key, ...numbers }: AdvisedWish): WishAdvice {
  return { desiredDistrict: districtByCode(key).name, desiredBlock: ANY_BLOCK, ...numbers };
}

function presentMissing(
  missing: ReturnType<typeof onePersonMissing>[number],
  { subject, class_range: classRange }: ActiveOffer,
): MissingPerson {
  return {
    from: placeOfBlock(missing.from),
    to: placeOfBlock(missing.to),
    length: missing.length,
    share: shareCodeOf({ ...missing, subject, classRange }),
  };
}
