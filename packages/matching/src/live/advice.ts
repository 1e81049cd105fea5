import { compareNames } from '../interner.ts';
import { commonBits } from './bit-matrix.ts';
import type { GraphOffer, RingGraph, StratumRings } from './ring-graph.ts';
import { RingCounter } from './rings.ts';

/** Wish that the teacher could add: a block, or any block of a district with all its blocks. */
export interface PossibleWish {
  key: string;
  to: readonly string[];
}

/** Pairs and rings that one more wish would add. */
export interface AdvisedWish {
  key: string;
  /** Number of teachers to swap with directly. */
  pairs: number;
  /** Rings of three or more, counted up to `MOST_RINGS_COUNTED`. */
  rings: number;
  /** Teachers in the shortest pair or ring; 2 for a pair. */
  shortest: number;
}

/** Maximum count of rings; shown as "ten or more". */
export const MOST_RINGS_COUNTED = 10;

/**
 * Returns the pairs and rings that each possible wish would add on its own, without wishes that add none. Sorted by shortest ring, then
 * most pairs, most rings, and key.
 */
export function oneMoreWish(
  graph: RingGraph,
  offer: GraphOffer,
  wishes: Iterable<PossibleWish>,
): AdvisedWish[] {
  const counter = new RingCounter(graph, offer);
  const advice: AdvisedWish[] = [];
  for (const { key, to } of wishes) {
    const fresh = to.filter((place) => !offer.to.includes(place));
    const shortest = counter.shortest(fresh, graph.longest);
    if (shortest === undefined) continue;
    const pairs = shortest === 2 ? counter.pairs(fresh) : 0;
    const rings = counter.count(fresh, Math.max(3, shortest), graph.longest, MOST_RINGS_COUNTED);
    advice.push({ key, pairs, rings, shortest });
  }
  return advice.sort(compareAdvice);
}

/** Compares by shortest ring, then most pairs, most rings, and key. */
export function compareAdvice(a: AdvisedWish, b: AdvisedWish): number {
  return a.shortest - b.shortest || b.pairs - a.pairs || b.rings - a.rings || compareNames(a.key, b.key);
}

/** Missing teacher whose offer would close a ring. */
export interface MissingOffer {
  /** Posting and wish of the missing teacher. */
  from: string;
  to: string;
  /** Number of teachers in the ring, the missing one included. */
  length: number;
  /** The requesting teacher and those after them, each taking the next one's place; the last would take the missing teacher's. */
  before: readonly GraphOffer[];
  /** Teachers after the missing one, who would take the first one's place; the last takes the requesting teacher's. */
  after: readonly GraphOffer[];
}

/** Factor on the likelihood of a ring for each further member. */
const LENGTH_DISCOUNT = 0.9;
/** Maximum number of teachers in a ring with a missing one. */
const LONGEST_CHAIN = 5;
/** Maximum number of missing teachers returned. */
const MOST_MISSING = 3;
/** Maximum number of chain pairs tried. Pairs that share a place or a teacher are dropped, usually few. */
const MOST_PAIRS = 200;

/**
 * Returns open chains through the teacher that one more teacher would close, the most likely first: many teachers want to leave the missing
 * one's place, many want to go where they would go, and the ring is short. Leaves out chains that already close.
 */
export function onePersonMissing(graph: RingGraph, offer: GraphOffer): MissingOffer[] {
  const longest = Math.min(LONGEST_CHAIN, graph.longest);
  const stratum = graph.stratum(offer.stratum);
  const home = stratum?.places.find(offer.from);
  if (stratum === undefined || home === undefined) return [];
  const forward = chainsForward(stratum, offer, home, longest - 2);
  const backward = chainsBackward(stratum, offer, home, longest - 2);
  const found: MissingOffer[] = [];
  for (const [before, after] of likeliest(stratum, forward, backward, longest)) {
    if (found.length === MOST_MISSING) break;
    const person = closing(stratum, before, after, offer);
    if (person !== undefined) found.push(person);
  }
  return found;
}

/** Chain of steps between places; `place` is its open end. */
interface Chain {
  place: number;
  offers: readonly GraphOffer[];
  places: readonly number[];
}

/** Returns for every reachable place the shortest chain that ends there, starting with the requesting teacher. */
function chainsForward(stratum: StratumRings, offer: GraphOffer, home: number, most: number): Chain[] {
  const starts = offer.to
    .flatMap((place) => stratum.places.find(place) ?? [])
    .filter((place) => place !== home);
  const chains = [...new Set(starts)].map(
    (place): Chain => ({ place, offers: [offer], places: [home, place] }),
  );
  return spread(chains, most, offer.teacher, {
    row: (place) => stratum.outward.row(place),
    movers: (place, next) => stratum.movers(place, next),
  });
}

/** Returns for every place the shortest chain that starts there and ends at the requesting teacher's place. */
function chainsBackward(stratum: StratumRings, { teacher }: GraphOffer, home: number, most: number): Chain[] {
  const chains: Chain[] = [{ place: home, offers: [], places: [home] }];
  return spread(chains, most, teacher, {
    row: (place) => stratum.inward.row(place),
    movers: (place, next) => stratum.movers(next, place),
  });
}

/** Direction in which chains are extended: the adjacent places, and the teachers who move between two places. */
interface Direction {
  row: (place: number) => Uint32Array;
  movers: (place: number, next: number) => readonly GraphOffer[];
}

/** Extends the chains by up to `most` steps; keeps the first, hence shortest, chain for each place. */
function spread(chains: Chain[], most: number, asked: string, direction: Direction): Chain[] {
  const reached = new Set(chains.flatMap(({ places }) => places));
  let latest = chains;
  for (let step = 0; step < most; step++) {
    const fresh: Chain[] = [];
    for (const chain of latest) {
      const row = direction.row(chain.place);
      for (const place of commonBits(row, row)) {
        const longer = reached.has(place) ? undefined : continued(chain, place, asked, direction);
        if (longer === undefined) continue;
        reached.add(place);
        fresh.push(longer);
      }
    }
    chains.push(...fresh);
    latest = fresh;
  }
  return chains;
}

/** Returns the chain extended at its open end by the longest waiting teacher other than the requesting one and its members. */
function continued(chain: Chain, place: number, asked: string, { movers }: Direction): Chain | undefined {
  const fresh = movers(chain.place, place).find(
    ({ teacher }) => teacher !== asked && chain.offers.every((other) => other.teacher !== teacher),
  );
  if (fresh === undefined) return undefined;
  return { place, offers: [...chain.offers, fresh], places: [...chain.places, place] };
}

/** Chain with its factor in the likelihood of a ring. */
interface Weighed {
  chain: Chain;
  weight: number;
}

/**
 * Returns the pairs of chains that one teacher could connect, the most likely first. The likelihood is the product of both factors, so with
 * both lists sorted by factor most pairs can be skipped.
 */
function likeliest(
  stratum: StratumRings,
  forward: readonly Chain[],
  backward: readonly Chain[],
  longest: number,
): [Chain, Chain][] {
  const afters = weighed(backward, (place) => stratum.wanting(place));
  const best: { pair: [Chain, Chain]; likelihood: number }[] = [];
  const isBeyond = (likelihood: number) => likelihood <= (best[MOST_PAIRS - 1]?.likelihood ?? 0);
  for (const { chain: before, weight } of weighed(forward, (place) => stratum.leaving(place))) {
    if (isBeyond(weight * (afters[0]?.weight ?? 0))) break;
    for (const { chain: after, weight: other } of afters) {
      const likelihood = weight * other;
      if (isBeyond(likelihood)) break;
      if (!isMissing(stratum, before, after, longest)) continue;
      const at = best.findLastIndex((known) => known.likelihood >= likelihood) + 1;
      best.splice(at, 0, { pair: [before, after], likelihood });
      if (best.length > MOST_PAIRS) best.pop();
    }
  }
  return best.map(({ pair }) => pair);
}

/** Returns true if one more teacher would close a ring that is not too long, and no such teacher exists yet. */
function isMissing(stratum: StratumRings, before: Chain, after: Chain, longest: number): boolean {
  const length = before.offers.length + after.offers.length + 1;
  return length <= longest && stratum.movers(before.place, after.place).length === 0;
}

/**
 * Returns the chains sorted by weight: the number of teachers at the open end plus one (a teacher may still appear
 * there), discounted by the chain's length.
 */
function weighed(chains: readonly Chain[], meetings: (place: number) => number): Weighed[] {
  return chains
    .map((chain) => ({ chain, weight: (meetings(chain.place) + 1) * LENGTH_DISCOUNT ** chain.offers.length }))
    .sort((first, second) => second.weight - first.weight);
}

/** Returns the missing teacher between two chains; undefined if the chains share a place or a teacher. */
function closing(
  stratum: StratumRings,
  before: Chain,
  after: Chain,
  offer: GraphOffer,
): MissingOffer | undefined {
  const [, ...others] = after.places;
  const teachers = [...before.offers, ...after.offers].map(({ teacher }) => teacher);
  const meets =
    others.some((place) => before.places.includes(place)) || new Set(teachers).size < teachers.length;
  if (meets) return undefined;
  return {
    from: stratum.places.names[before.place] ?? '',
    to: stratum.places.names[after.place] ?? offer.from,
    length: teachers.length + 1,
    before: before.offers,
    after: after.offers.toReversed(),
  };
}
