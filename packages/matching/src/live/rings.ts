import { compareNames } from '../interner.ts';
import { type Offer, requireRingLength } from '../offer.ts';
import { type GraphOffer, type RingGraph, type StratumRings, waitingSince } from './ring-graph.ts';
import { WalkSearch } from './walk-search.ts';

/** Restrictions on the rings to find. */
export interface RingsOptions {
  /** Minimum number of teachers in a ring: 2, or 3 if pairs are shown separately. Default 2. */
  shortest?: number;
  /** Maximum number of teachers in a ring, up to 10. Default: the graph's. */
  longest?: number;
  /** Maximum number of rings. Default 10. */
  limit?: number;
  /** Teachers to exclude from all rings. */
  without?: ReadonlySet<string>;
}

/** Offers in order: the requested one first, each taking the next one's place, the last the first's. */
export type OfferRing = readonly GraphOffer[];

const DEFAULT_LIMIT = 10;
const NO_TEACHERS: ReadonlySet<string> = new Set();
const MOST_ENTERED_TO_COUNT = 400;
/** Maximum number of places entered for one query; see `WalkSearch`. */
const MOST_ENTERED = 40_000;

/**
 * Returns the best rings through the offer: shortest first, then by the largest sum of waiting times, then by teachers and ids in the order
 * of the ring. Rings pass through distinct places (a ring that visits a place twice is two shorter rings), all teachers are distinct, and
 * two rings differ in at least one teacher. The offer itself need not be in the graph.
 *
 * Searches walks over places backwards and forwards, and picks teachers for closed walks. If the search reaches its limit (see
 * `WalkSearch`), the result may miss rings that waited longer, or longer rings.
 *
 * @throws {RangeError} if a length is out of range.
 */
export function ringsFor(graph: RingGraph, offer: GraphOffer, options: RingsOptions = {}): OfferRing[] {
  const { shortest = 2, longest = graph.longest, limit = DEFAULT_LIMIT, without = NO_TEACHERS } = options;
  requireRingLength(shortest);
  requireRingLength(longest);
  const stratum = graph.stratum(offer.stratum);
  const home = stratum?.places.find(offer.from);
  if (stratum === undefined || home === undefined) return [];
  const walks = new WalkSearch(stratum, home, longest, MOST_ENTERED);
  const found: OfferRing[] = [];
  for (let length = shortest; length <= longest && found.length < limit; length++) {
    const best = new BestRings(offer, { most: limit - found.length, shorter: found, without });
    walks.forEach(offer.to, length, (walk) => best.addAlong(stratum, walk, home));
    found.push(...best.rings);
  }
  return found;
}

/** Counts rings of one teacher for several sets of accepted places. The levels of places that lead home are computed once. */
export class RingCounter {
  readonly #walks: WalkSearch | undefined;
  readonly #stratum: StratumRings | undefined;
  readonly #teacher: string;

  constructor(graph: RingGraph, { stratum: name, from, teacher }: Offer) {
    this.#stratum = graph.stratum(name);
    const home = this.#stratum?.places.find(from);
    this.#teacher = teacher;
    if (this.#stratum === undefined || home === undefined) return;
    this.#walks = new WalkSearch(this.#stratum, home, graph.longest, MOST_ENTERED_TO_COUNT);
  }

  /** Returns the length of the shortest ring through one of the accepted places, or undefined. */
  shortest(accepted: readonly string[], longest: number): number | undefined {
    return this.#walks?.shortest(accepted, longest);
  }

  /** Returns the number of teachers in the accepted places who would take this teacher's place. */
  pairs(accepted: readonly string[]): number {
    const [walks, stratum] = [this.#walks, this.#stratum];
    if (walks === undefined || stratum === undefined) return 0;
    const places = new Set(accepted.flatMap((place) => stratum.places.find(place) ?? []));
    places.delete(walks.home);
    const movers = [...places].flatMap((place) => stratum.movers(place, walks.home));
    const teachers = new Set(movers.map(({ teacher }) => teacher));
    teachers.delete(this.#teacher);
    return teachers.size;
  }

  /**
   * Counts the distinct sets of teachers that form rings of these lengths through one of the accepted places, up to `limit`. The count is
   * too low only if the search reaches its limit (see `WalkSearch`).
   */
  count(accepted: readonly string[], shortest: number, longest: number, limit: number): number {
    const [walks, stratum] = [this.#walks, this.#stratum];
    if (walks === undefined || stratum === undefined) return 0;
    const sets = new Set<string>();
    walks.refresh();
    for (let length = shortest; length <= longest && sets.size < limit; length++) {
      walks.forEach(accepted, length, (walk) => {
        const steps = walk.map((place, index) => stratum.movers(place, walk[index + 1] ?? walks.home));
        collectSets(steps, [this.#teacher], sets, limit);
        return sets.size < limit;
      });
    }
    return sets.size;
  }
}

/** Adds the set of teachers for every choice of one mover per step, all distinct, until there are `limit` sets. */
function collectSets(
  steps: readonly (readonly GraphOffer[])[],
  chosen: readonly string[],
  sets: Set<string>,
  limit: number,
): void {
  const step = steps[chosen.length - 1];
  if (step === undefined) {
    sets.add(JSON.stringify(chosen.toSorted(compareNames)));
    return;
  }
  for (const { teacher } of step) {
    if (sets.size >= limit) return;
    if (!chosen.includes(teacher)) collectSets(steps, [...chosen, teacher], sets, limit);
  }
}

/** Choice of one mover for each step of a walk, and the sum of their waiting starts. */
interface Choice {
  picks: readonly number[];
  sum: number;
  /** First step that derived choices may change, so that no choice is derived twice. */
  from: number;
}

/** Ring with its sort keys. */
interface Ranked {
  ring: OfferRing;
  sum: number;
  key: string;
}

/** Best rings of one length, sorted, at most `most`. */
class BestRings {
  readonly #best: Ranked[] = [];
  readonly #offer: GraphOffer;
  readonly #most: number;
  readonly #taken: Set<string>;
  readonly #without: ReadonlySet<string>;

  constructor(
    offer: GraphOffer,
    { most, shorter, without }: { most: number; shorter: readonly OfferRing[]; without: ReadonlySet<string> },
  ) {
    this.#offer = offer;
    this.#most = most;
    this.#taken = new Set(shorter.map(keyOf));
    this.#without = without;
  }

  get rings(): OfferRing[] {
    return this.#best.map(({ ring }) => ring);
  }

  /** Adds rings along a walk, best first, as long as they can be among the best (Lawler 1972). */
  addAlong(stratum: StratumRings, walk: readonly number[], home: number): true {
    const steps = walk.map((place, index) => this.#allowed(stratum.movers(place, walk[index + 1] ?? home)));
    if (steps.some(({ length }) => length === 0)) return true;
    let sum = waitingSince(this.#offer);
    for (const [first] of steps) sum += first === undefined ? 0 : waitingSince(first);
    if (this.#isBeyond(sum)) return true;
    const choices: Choice[] = [{ picks: steps.map(() => 0), sum, from: 0 }];
    for (let choice = choices.shift(); choice !== undefined; choice = choices.shift()) {
      if (this.#isBeyond(choice.sum)) break;
      const { picks } = choice;
      this.#add([this.#offer, ...picks.map((pick, step) => steps[step]?.[pick] ?? this.#offer)], choice.sum);
      for (const next of derived(steps, choice)) insertBySum(choices, next);
    }
    return true;
  }

  #allowed(movers: readonly GraphOffer[]): readonly GraphOffer[] {
    return this.#without.size === 0 ? movers : movers.filter(({ teacher }) => !this.#without.has(teacher));
  }

  /** Returns true if no ring with this sum can be among the best any more. */
  #isBeyond(sum: number): boolean {
    const last = this.#best[this.#most - 1];
    return last !== undefined && sum > last.sum;
  }

  #add(ring: OfferRing, sum: number): void {
    if (new Set(ring.map(({ teacher }) => teacher)).size < ring.length) return;
    const added = { ring, sum, key: keyOf(ring) };
    const same = this.#best.findIndex(({ key }) => key === added.key);
    const cached = this.#best[same];
    if (cached !== undefined) {
      if (compareRanked(added, cached) >= 0) return;
      this.#best.splice(same, 1);
    }
    if (this.#taken.has(added.key)) return;
    const at = this.#best.findIndex((other) => compareRanked(added, other) < 0);
    this.#best.splice(at < 0 ? this.#best.length : at, 0, added);
    if (this.#best.length > this.#most) this.#best.pop();
  }
}

/** Compares rings of one length: longest waiting first, then by teachers and ids in order. */
function compareRanked(first: Ranked, second: Ranked): number {
  return first.sum - second.sum || compareMembers(first.ring, second.ring);
}

/** Returns the choices that take the next mover at one step, from step `from` of this choice on. */
function derived(steps: readonly (readonly GraphOffer[])[], { picks, sum, from }: Choice): Choice[] {
  const next: Choice[] = [];
  for (let step = from; step < steps.length; step++) {
    const pick = picks[step] ?? 0;
    const [now, other] = [steps[step]?.[pick], steps[step]?.[pick + 1]];
    if (now === undefined || other === undefined) continue;
    const moved = picks.with(step, pick + 1);
    next.push({ picks: moved, sum: sum - waitingSince(now) + waitingSince(other), from: step });
  }
  return next;
}

function insertBySum(choices: Choice[], choice: Choice): void {
  const at = choices.findIndex(({ sum }) => sum > choice.sum);
  choices.splice(at < 0 ? choices.length : at, 0, choice);
}

/** Returns a key for the ring's set of teachers. */
function keyOf(ring: OfferRing): string {
  return JSON.stringify(ring.map(({ teacher }) => teacher).sort(compareNames));
}

/** Compares two rings member by member, first by teacher and then by offer id. */
export function compareMembers(first: OfferRing, second: OfferRing): number {
  for (const [index, offer] of first.entries()) {
    const other = second[index];
    if (other === undefined) return 1;
    const order = compareNames(offer.teacher, other.teacher) || compareNames(offer.id, other.id);
    if (order !== 0) return order;
  }
  return 0;
}
