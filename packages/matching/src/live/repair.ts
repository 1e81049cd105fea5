import { containsExcludedPair, type ExcludedPairs, excludedFor } from '../excluded-pairs.ts';
import { compareNames } from '../interner.ts';
import type { GraphOffer, RingGraph } from './ring-graph.ts';
import { type OfferRing, ringsFor } from './rings.ts';

/** Options that remain after members leave a ring. */
export interface Repair {
  /**
   * Disjoint rings among the remaining members that together move the most of them. Of several such choices, the one with the most rings.
   */
  smaller: readonly OfferRing[];
  /** For each chain of remaining members the wish that would close it, longest chain first. */
  closings: readonly Closing[];
}

/** Missing wish that would turn a chain into a ring again. */
export interface Closing {
  /** Posting and wish of the missing teacher. */
  from: string;
  to: string;
  /** Chain of members: each takes the next one's place, the last would take the missing teacher's. */
  chain: OfferRing;
  /**
   * Teachers of the graph who close the chain now, one alone or several in order: fewest first, then the likeliest, the best-ranked wishes,
   * the longest waiting.
   */
  replacements: readonly OfferRing[];
}

/** Graph to search for stand-ins, and pairs to exclude. */
export interface RepairOptions {
  /** Graph to search; without it there are no stand-ins. */
  graph?: RingGraph;
  /** Excluded pairs of the ring's members with any teacher. */
  excluded?: ExcludedPairs;
}

const NO_EXCLUDED_PAIRS: ExcludedPairs = new Map();

const MAX_REPLACEMENTS = 3;
/** Rings found for each chain, since some of them contain places of the chain itself. */
const RINGS_LOOKED_AT = 30;

/**
 * Returns the options that remain when members leave a ring.
 *
 * @param ring Members in order, each taking the next one's place; at most ten.
 * @param left Teachers who left.
 */
export function repairRing(
  ring: OfferRing,
  left: ReadonlySet<string>,
  { graph, excluded = NO_EXCLUDED_PAIRS }: RepairOptions = {},
): Repair {
  const staying = ring.filter(({ teacher }) => !left.has(teacher));
  if (staying.length === ring.length) return { smaller: [ring], closings: [] };
  const chains = chainsOf(ring, left).filter((chain) => !containsExcludedPair(teachersOf(chain), excluded));
  const closings = chains.map((chain) => closingOf(ring, chain, left, { graph, excluded }));
  closings.sort((a, b) => b.chain.length - a.chain.length || compareNames(a.from, b.from));
  return { smaller: bestRings(staying, excluded), closings };
}

/** Returns the longest runs of remaining members, in the ring's order. */
function chainsOf(ring: OfferRing, left: ReadonlySet<string>): GraphOffer[][] {
  const firstLeft = ring.findIndex(({ teacher }) => left.has(teacher));
  const chains: GraphOffer[][] = [];
  let chain: GraphOffer[] = [];
  for (const offer of [...ring.slice(firstLeft), ...ring.slice(0, firstLeft + 1)]) {
    if (!left.has(offer.teacher)) chain.push(offer);
    else if (chain.length > 0) {
      chains.push(chain);
      chain = [];
    }
  }
  return chains;
}

function closingOf(
  ring: OfferRing,
  chain: readonly GraphOffer[],
  left: ReadonlySet<string>,
  { graph, excluded }: { graph: RingGraph | undefined; excluded: ExcludedPairs },
): Closing {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A chain has members.');
  const gone = ring[(ring.indexOf(last) + 1) % ring.length];
  const from = gone?.from ?? '';
  const barred = new Set([...left, ...excludedFor(teachersOf(chain), excluded)]);
  const replacements = graph === undefined ? [] : replacementsFor(graph, chain, barred);
  return { from, to: first.from, chain, replacements };
}

/** Finds rings that close the chain: treats the chain as one offer from its first place to the wishes of its last member. */
function replacementsFor(
  graph: RingGraph,
  chain: readonly GraphOffer[],
  barred: ReadonlySet<string>,
): OfferRing[] {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return [];
  const places = new Set(chain.map(({ from }) => from));
  const without = new Set([...barred, ...teachersOf(chain)]);
  const whole: GraphOffer = { ...first, to: last.to.filter((place) => !places.has(place)) };
  const longest = graph.longest - chain.length + 1;
  if (longest < 2) return [];
  const rings = ringsFor(graph, whole, { longest, limit: RINGS_LOOKED_AT, without });
  return rings
    .map(([, ...others]) => others)
    .filter((others) => others.every(({ from }) => !places.has(from)))
    .toSorted((a, b) => a.length - b.length || chanceOf(b) - chanceOf(a) || rankSum(a) - rankSum(b))
    .slice(0, MAX_REPLACEMENTS);
}

function chanceOf(ring: OfferRing): number {
  return ring.reduce((chance, { probability }) => chance * (probability ?? 1), 1);
}

function rankSum(ring: OfferRing): number {
  return ring.reduce((sum, { rank }) => sum + (rank ?? 1), 0);
}

/**
 * Returns the best disjoint rings, exactly, over all subsets: at most ten members have at most 1,024 subsets (Held
 * and Karp 1962 for each ring).
 */
function bestRings(members: readonly GraphOffer[], excluded: ExcludedPairs): OfferRing[] {
  const ringOf = ringsOfSubsets(members, excluded);
  const best: { moved: number; rings: number[] }[] = [{ moved: 0, rings: [] }];
  for (let subset = 1; subset < 2 ** members.length; subset++) {
    const lowest = subset & -subset;
    let choice = best[subset ^ lowest] ?? { moved: 0, rings: [] };
    for (let part = subset; part > 0; part = (part - 1) & subset) {
      if ((part & lowest) === 0 || !ringOf.has(part)) continue;
      const rest = best[subset ^ part] ?? { moved: 0, rings: [] };
      const next = { moved: rest.moved + bitCount(part), rings: [part, ...rest.rings] };
      const isMore = next.moved > choice.moved;
      if (isMore || (next.moved === choice.moved && next.rings.length > choice.rings.length)) choice = next;
    }
    best[subset] = choice;
  }
  const chosen = best.at(-1)?.rings ?? [];
  return chosen.map((part) => ringOf.get(part) ?? []);
}

/**
 * Returns one order of every subset of the members that forms a ring, from its first member on. The order of a path before its last member
 * does not affect its continuations, so each subset and last member is expanded once.
 */
function ringsOfSubsets(members: readonly GraphOffer[], excluded: ExcludedPairs): Map<number, OfferRing> {
  const rings = new Map<number, OfferRing>();
  const followed = new Set<string>();
  const extend = (path: readonly GraphOffer[], subset: number, start: number): void => {
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined || followed.has(`${subset} ${last.id}`)) return;
    followed.add(`${subset} ${last.id}`);
    if (containsExcludedPair(teachersOf(path), excluded)) return;
    if (path.length > 1 && canFollow(last, first) && !rings.has(subset)) rings.set(subset, path);
    members.forEach((next, index) => {
      const isFresh = index > start && (subset & (1 << index)) === 0;
      if (isFresh && canFollow(last, next)) extend([...path, next], subset | (1 << index), start);
    });
  };
  members.forEach((member, index) => {
    extend([member], 1 << index, index);
  });
  return rings;
}

function teachersOf(ring: OfferRing): string[] {
  return ring.map(({ teacher }) => teacher);
}

function canFollow(offer: GraphOffer, next: GraphOffer): boolean {
  return offer.from !== next.from && offer.to.includes(next.from);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
