import { compareNames, Interner } from '../interner.ts';
import { LONGEST_RING, NOT_WAITING, type Offer, requireRingLength } from '../offer.ts';
import { BitMatrix, bitsOf } from './bit-matrix.ts';

/** An offer with the name it is known by in a running graph, such as the id of a request. */
export interface KnownOffer extends Offer {
  readonly id: string;
}

/** All offers of a running server, stratum by stratum, kept current as offers come and go. */
export class RingGraph {
  /** The most teachers of a ring that is looked for in it. */
  readonly longest: number;
  readonly #strata = new Map<string, StratumRings>();
  readonly #offers = new Map<string, KnownOffer>();

  /** @throws {RangeError} when the longest ring is not from 2 to 10. */
  constructor(longest = LONGEST_RING) {
    this.longest = requireRingLength(longest);
  }

  /** How many offers there are. */
  get size(): number {
    return this.#offers.size;
  }

  /** The offer of that id; undefined when there is none. */
  offer(id: string): KnownOffer | undefined {
    return this.#offers.get(id);
  }

  /** The stratum's part of the graph; undefined when no teacher in it has ever had an offer. */
  stratum(name: string): StratumRings | undefined {
    return this.#strata.get(name);
  }

  /** Adds the offer; one that is known by the same id gives way. Costs as much as the offer names places. */
  add(offer: KnownOffer): void {
    this.remove(offer.id);
    this.#offers.set(offer.id, offer);
    let stratum = this.#strata.get(offer.stratum);
    if (stratum === undefined) {
      stratum = new StratumRings();
      this.#strata.set(offer.stratum, stratum);
    }
    stratum.add(offer);
  }

  /** Takes the offer out. False when there is none of that id. */
  remove(id: string): boolean {
    const offer = this.#offers.get(id);
    if (offer === undefined) return false;
    this.#offers.delete(id);
    this.#strata.get(offer.stratum)?.remove(offer);
    return true;
  }

  /** The ids of these teachers' offers. It looks at every offer, unless there are no teachers. */
  idsOf(teachers: ReadonlySet<string>): string[] {
    if (teachers.size === 0) return [];
    return [...this.#offers.values()].flatMap(({ id, teacher }) => (teachers.has(teacher) ? id : []));
  }

  /** What is answered while these offers are out of the graph; they are back before any other caller reads it, for the question does not wait. */
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

/** Longest waiting first, then by teacher, then by id. */
export function compareWaiting(first: KnownOffer, second: KnownOffer): number {
  return (
    waitingSince(first) - waitingSince(second) ||
    compareNames(first.teacher, second.teacher) ||
    compareNames(first.id, second.id)
  );
}

/** When the offer began to wait, in milliseconds since the epoch. */
export function waitingSince(offer: Offer): number {
  return offer.waitingSince ?? NOT_WAITING;
}

const NO_TEACHERS: readonly KnownOffer[] = [];
const KEY_FACTOR = 2 ** 24;

/** One stratum as a map of places: who would go from where to where. */
export class StratumRings {
  readonly places = new Interner();
  /** Row p: the places that teachers in p would go to. */
  readonly outward = new BitMatrix();
  /** Row p: the places of teachers who would go to p. */
  readonly inward = new BitMatrix();
  readonly #movers = new Map<number, KnownOffer[]>();
  readonly #leaving = new Map<number, number>();
  readonly #wanting = new Map<number, number>();

  /** Adds an offer that is not in it. A wish for the own place leads nowhere. */
  add(offer: KnownOffer): void {
    const from = this.places.number(offer.from);
    const goals = this.#goals(offer);
    this.outward.growTo(this.places.names.length);
    this.inward.growTo(this.places.names.length);
    count(this.#leaving, from, 1);
    for (const to of goals) {
      count(this.#wanting, to, 1);
      this.#insert(from, to, offer);
    }
  }

  /** Takes an offer out that was added, with the places that it was added with. */
  remove(offer: KnownOffer): void {
    const from = this.places.number(offer.from);
    count(this.#leaving, from, -1);
    for (const to of this.#goals(offer)) {
      count(this.#wanting, to, -1);
      this.#delete(from, to, offer);
    }
  }

  #goals(offer: Offer): Set<number> {
    const accepted = offer.to.filter((place) => place !== offer.from);
    return new Set(accepted.map((place) => this.places.number(place)));
  }

  #insert(from: number, to: number, offer: KnownOffer): void {
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

  #delete(from: number, to: number, offer: KnownOffer): void {
    const key = from * KEY_FACTOR + to;
    const movers = this.#movers.get(key) ?? [];
    const at = placeAmong(movers, offer);
    if (movers[at]?.id === offer.id) movers.splice(at, 1);
    if (movers.length > 0) return;
    this.#movers.delete(key);
    this.outward.clear(from, to);
    this.inward.clear(to, from);
  }

  /** The offers that lead from one place to another, longest waiting first. */
  movers(from: number, to: number): readonly KnownOffer[] {
    return this.#movers.get(from * KEY_FACTOR + to) ?? NO_TEACHERS;
  }

  /** How many offers start from the place. */
  leaving(place: number): number {
    return this.#leaving.get(place) ?? 0;
  }

  /** How many offers accept the place. */
  wanting(place: number): number {
    return this.#wanting.get(place) ?? 0;
  }

  /**
   * For s = 0 … most, the places from which the home can be reached in exactly s steps without passing through it
   * before, nor through the places to avoid; row 0 is the home itself. Bit-parallel: one word for 32 places.
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

/** Where the offer stands, or would stand, among those sorted by waiting: halving, for hundreds may share a way. */
function placeAmong(movers: readonly KnownOffer[], offer: KnownOffer): number {
  let [low, high] = [0, movers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = movers[middle];
    if (other !== undefined && compareWaiting(other, offer) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function count(counts: Map<number, number>, key: number, change: number): void {
  counts.set(key, (counts.get(key) ?? 0) + change);
}
