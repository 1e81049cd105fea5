import { setImmediate } from 'node:timers/promises';
import { hasServed, mayMix, mustStateService } from '@mutual-transfer/domain/agreement-rules';
import { yearsAfter } from '@mutual-transfer/domain/date-time';
import type { Rules } from '@mutual-transfer/domain/policy-rules';
import { categoryCodes } from '@mutual-transfer/domain/reference/categories';
import { ANY_BLOCK, blocks, districtByCode, districts } from '@mutual-transfer/domain/reference/places';
import type { MissingPerson, RingAdvice, WhyNothingYet, WishAdvice } from '@mutual-transfer/domain/ring';
import {
  compareWishAdvice,
  type WishAdvice as FoundAdvice,
  oneMoreWish,
  onePersonMissing,
  type PossibleWish,
  shortestRing,
  shortestRingAcross,
} from '@mutual-transfer/matching/live/advice';
import type { KnownOffer, RingGraph } from '@mutual-transfer/matching/live/ring-graph';
import type { Relations } from '../matches/count-relations.ts';
import type { ActiveOffer } from '../offers/find-offers.ts';
import { acceptedBlocks, stratumOf } from '../offers/known-offer.ts';
import type { RuledGraph } from '../offers/offer-changes.ts';
import type { LatestPlan } from '../plans/latest-plan.ts';
import { placeOfBlock } from '../privacy/place-of-block.ts';
import { shareCodeOf } from '../shares/share-code.ts';
import { toKnown } from './rings-through.ts';

const BLOCKS_ADVISED = 5;
const DISTRICTS_ADVISED = 3;
/** Wishes judged before others get their turn on the thread: a few milliseconds. */
const WISHES_AT_ONCE = 20;

/** Keys are codes; those of blocks and of districts are told apart by where they are looked up. */
const blockWishes: readonly PossibleWish[] = blocks.map(({ code }) => ({ key: code, to: [code] }));
const districtWishes: readonly PossibleWish[] = districts.map(({ code }) => ({
  key: code,
  to: acceptedBlocks(code, null),
}));

/** What advice is worked out from. */
interface Question {
  readonly ruled: RuledGraph;
  readonly mine: ActiveOffer;
  /** The offers of all the teacher's active requests: what they wish for already is no advice. */
  readonly offers: readonly ActiveOffer[];
  readonly latestPlan: LatestPlan | undefined;
  /** The matches of the request, by what they are. */
  readonly relations: Relations;
  /** How many teachers to swap with at once are verified. */
  readonly directSwapsVerified: number;
  /** Why the latest plan moves the teacher or not. */
  readonly planReason: WhyNothingYet['planReason'];
}

/** What the graph says to the teacher of an active request. It names no other teacher. */
export async function adviceFor({
  ruled: { graph, rules },
  mine,
  offers,
  latestPlan,
  relations,
  directSwapsVerified,
  planReason,
}: Question): Promise<RingAdvice> {
  const offer = toKnown(mine, rules);
  const others = offers.map((one) => toKnown(one, rules)).filter(({ stratum }) => stratum === offer.stratum);
  const wishing = { ...offer, to: [offer, ...others].flatMap(({ to }) => [...to]) };
  const byBlock = await bestWishes(graph, wishing, blockWishes, BLOCKS_ADVISED);
  const byDistrict = await bestWishes(graph, wishing, districtWishes, DISTRICTS_ADVISED);
  const shortest = shortestRing(graph, offer) ?? null;
  return {
    oneMoreWish: [...byBlock.map(blockAdvice), ...byDistrict.map(districtAdvice)],
    // Who has a direct swap lacks no teacher for one: pairs form with those who stated no category, rings do not.
    onePersonMissing: onePersonMissing(graph, offer)
      .filter(({ length }) => length > 2 || relations.directSwaps === 0)
      .map((missing) => presentMissing(missing, mine)),
    whyNothingYet: {
      ...relations,
      directSwapsVerified,
      shortest,
      planReason,
      ...plannedFor(latestPlan, mine),
    },
    service: serviceAdvice(mine, rules),
    statingCategory: mine.category === null ? categoryAdvice({ graph, rules }, mine) : null,
  };
}

/** What keeps the teacher from a swap, where the rules ask for service: that it is too short, or that they did not state it. */
function serviceAdvice({ joined_on }: ActiveOffer, rules: Rules): RingAdvice['service'] {
  const years = rules.minimumService;
  if (mustStateService(joined_on, rules)) return { years, joinedOn: null, servedOn: null };
  if (joined_on === null || hasServed(joined_on, rules)) return null;
  return { years, joinedOn: joined_on, servedOn: yearsAfter(joined_on, years) };
}

/** What the plan did with those of the same subject, class level and category. */
function plannedFor(
  latestPlan: LatestPlan | undefined,
  { subject, class_range, category }: ActiveOffer,
): Pick<WhyNothingYet, 'plannedTeachers' | 'plannedMoved'> {
  if (latestPlan === undefined) return { plannedTeachers: null, plannedMoved: null };
  const stratum = latestPlan.stratum(subject, class_range, category);
  return { plannedTeachers: stratum?.teachers ?? 0, plannedMoved: stratum?.moved ?? 0 };
}

/** The best of the wishes, judged in batches: all of them at once would block every other call. */
async function bestWishes(
  graph: RingGraph,
  offer: KnownOffer,
  wishes: readonly PossibleWish[],
  most: number,
): Promise<FoundAdvice[]> {
  const found: FoundAdvice[] = [];
  for (let start = 0; start < wishes.length; start += WISHES_AT_ONCE) {
    found.push(...oneMoreWish(graph, offer, wishes.slice(start, start + WISHES_AT_ONCE)));
    await setImmediate();
  }
  return found.sort(compareWishAdvice).slice(0, most);
}

/**
 * The shortest ring whatever the categories in it. Looking at those who stated one category would tell, by a ring that is there or
 * is not, what a teacher stated whom the reader is not shown. Where categories may mix, stating one's own opens nothing.
 */
function categoryAdvice({ graph, rules }: RuledGraph, mine: ActiveOffer): RingAdvice['statingCategory'] {
  if (mayMix(rules, 'category')) return null;
  const strata = [null, ...categoryCodes].map((category) => stratumOf({ ...mine, category }, rules));
  const shortest = shortestRingAcross(graph, toKnown(mine, rules), strata);
  return shortest === undefined ? null : { shortest };
}

function blockAdvice({ key, ...numbers }: FoundAdvice): WishAdvice {
  const { district, block } = placeOfBlock(key);
  return { desiredDistrict: district, desiredBlock: block, ...numbers };
}

function districtAdvice({ key, ...numbers }: FoundAdvice): WishAdvice {
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
    leavingFrom: missing.leaving,
    wantingTo: missing.wanting,
    share: shareCodeOf({ ...missing, subject, classRange }),
  };
}
