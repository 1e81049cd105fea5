import { compareNames, Interner } from '../interner.ts';
import { LONGEST_RING, NOT_WAITING, type Offer, requireRingLength } from '../offer.ts';
import { BitMatrix, bitsOf } from './bit-matrix.ts';

/** Offer with its id in a live graph, such as the id of a request. */
export interface GraphOffer extends Offer {
  readonly id: string;
}

/** All offers of a running server by stratum, updated as offers are added and removed. */
export class RingGraph {
  /** Maximum number of teachers in a ring of this graph. */
  readonly longest: number;
  readonly #strata = new Map<string, StratumRings>();
  readonly #offers = new Map<string, GraphOffer>();

  /** @throws {RangeError} if `longest` is not from 2 to 10. */
  constructor(longest = LONGEST_RING) {
    this.longest = requireRingLength(longest);
  }

  /** Number of offers. */
  get size(): number {
    return this.#offers.size;
  }

  /** Returns the offer with this id, or undefined. */
  offer(id: string): GraphOffer | undefined {
    return this.#offers.get(id);
  }

  /** Returns the stratum's part of the graph; undefined if the stratum never had an offer. */
  stratum(name: string): StratumRings | undefined {
    return this.#strata.get(name);
  }

  /** Adds the offer; replaces one with the same id. The cost is linear in the number of accepted places. */
  add(offer: GraphOffer): void {
    this.remove(offer.id);
    this.#offers.set(offer.id, offer);
    let stratum = this.#strata.get(offer.stratum);
    if (stratum === undefined) {
      stratum = new StratumRings();
      this.#strata.set(offer.stratum, stratum);
    }
    stratum.add(offer);
  }

  /** Removes the offer. Returns false if there is none with this id. */
  remove(id: string): boolean {
    const offer = this.#offers.get(id);
    if (offer === undefined) return false;
    this.#offers.delete(id);
    this.#strata.get(offer.stratum)?.remove(offer);
    return true;
  }

  /** Returns the ids of these teachers' offers. Scans all offers unless there are no teachers. */
  idsOf(teachers: ReadonlySet<string>): string[] {
    if (teachers.size === 0) return [];
    return [...this.#offers.values()].flatMap(({ id, teacher }) => (teachers.has(teacher) ? id : []));
  }

  /**
   * Calls `question` while these offers are out of the graph. It is synchronous, so the offers are back before any other code reads the
   * graph.
   */
  without<Answer>(ids: readonly string[], question: (graph: this) => Answer): Answer {
    const offers = ids.flatMap((id) => this.#offers.get(id) ?? []);
    for (const offer of offers) this.#strata.get(offer.stratum)?.remove(offer);
    try {
      return question(this);
    } finally {
      for (const offer of offers) this.#strata.get(offer.stratum)?.add(offer);
    }
  }
}

/** Compares by longest waiting, then by teacher, then by id. */
export function compareWaiting(first: GraphOffer, second: GraphOffer): number {
  return (
    waitingSince(first) - waitingSince(second) ||
    compareNames(first.teacher, second.teacher) ||
    compareNames(first.id, second.id)
  );
}

/** Returns the time from which the offer has waited, in milliseconds since the epoch. */
export function waitingSince(offer: Offer): number {
  return offer.waitingSince ?? NOT_WAITING;
}

const NO_TEACHERS: readonly GraphOffer[] = [];
/** More places of a stratum than its matrices could hold. With the 534 blocks of the state a key is a small integer. */
const KEY_FACTOR = 2 ** 16;

/** One stratum as a graph of places; each arc holds the offers that lead along it. */
export class StratumRings {
  readonly places = new Interner();
  /** Row p: places that teachers in p want. */
  readonly outward = new BitMatrix();
  /** Row p: places of teachers who want p. */
  readonly inward = new BitMatrix();
  readonly #movers = new Map<number, GraphOffer[]>();
  /** Numbers of offers by place. */
  readonly #leaving: number[] = [];
  readonly #wanting: number[] = [];

  /** Adds a new offer. Ignores a wish for the teacher's own place. */
  add(offer: GraphOffer): void {
    const from = this.places.number(offer.from);
    const goals = this.#goals(offer);
    if (this.outward.size < this.places.names.length) {
      this.outward.growTo(this.places.names.length);
      this.inward.growTo(this.places.names.length);
    }
    count(this.#leaving, from, 1);
    for (const to of goals) {
      count(this.#wanting, to, 1);
      this.#insert(from, to, offer);
    }
  }

  /** Removes an offer; its places must be those it was added with. */
  remove(offer: GraphOffer): void {
    const from = this.places.number(offer.from);
    count(this.#leaving, from, -1);
    for (const to of this.#goals(offer)) {
      count(this.#wanting, to, -1);
      this.#delete(from, to, offer);
    }
  }

  #goals(offer: Offer): Set<number> {
    const goals = new Set<number>();
    for (const place of offer.to) if (place !== offer.from) goals.add(this.places.number(place));
    return goals;
  }

  #insert(from: number, to: number, offer: GraphOffer): void {
    const key = from * KEY_FACTOR + to;
    const movers = this.#movers.get(key);
    if (movers === undefined) {
      this.#movers.set(key, [offer]);
      this.outward.set(from, to);
      this.inward.set(to, from);
      return;
    }
    movers.splice(placeAmong(movers, offer), 0, offer);
  }

  #delete(from: number, to: number, offer: GraphOffer): void {
    const key = from * KEY_FACTOR + to;
    const movers = this.#movers.get(key) ?? [];
    const at = placeAmong(movers, offer);
    if (movers[at]?.id === offer.id) movers.splice(at, 1);
    if (movers.length > 0) return;
    this.#movers.delete(key);
    this.outward.clear(from, to);
    this.inward.clear(to, from);
  }

  /** Returns the offers that lead from one place to another, longest waiting first. */
  movers(from: number, to: number): readonly GraphOffer[] {
    return this.#movers.get(from * KEY_FACTOR + to) ?? NO_TEACHERS;
  }

  /** Returns the number of offers that start from the place. */
  leaving(place: number): number {
    return this.#leaving[place] ?? 0;
  }

  /** Returns the number of offers that accept the place. */
  wanting(place: number): number {
    return this.#wanting[place] ?? 0;
  }

  /**
   * Returns for s = 0 … most the places from which `home` is exactly s steps away without passing through it before, nor through the places
   * to avoid; row 0 is `home` itself. Bit-parallel: one word for 32 places.
   */
  reaching(home: number, most: number, avoid: readonly number[] = []): Uint32Array[] {
    const words = this.inward.words;
    let latest = new Uint32Array(words);
    latest[home >>> 5] |= 1 << (home & 31);
    const levels = [latest];
    for (let step = 1; step <= most; step++) {
      const next = new Uint32Array(words);
      for (const place of bitsOf(latest)) {
        const row = this.inward.row(place);
        for (let word = 0; word < words; word++) next[word] |= row[word];
      }
      next[home >>> 5] &= ~(1 << (home & 31));
      for (const place of avoid) next[place >>> 5] &= ~(1 << (place & 31));
      levels.push(next);
      latest = next;
    }
    return levels;
  }
}

/**
 * Returns the index of the offer, or its insertion index, among offers sorted by waiting. Binary search, since hundreds may share an arc.
 */
function placeAmong(movers: readonly GraphOffer[], offer: GraphOffer): number {
  let [low, high] = [0, movers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = movers[middle];
    if (other !== undefined && compareWaiting(other, offer) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function count(counts: number[], key: number, change: number): void {
  counts[key] = (counts[key] ?? 0) + change;
}
