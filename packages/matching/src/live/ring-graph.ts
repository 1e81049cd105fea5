import { compareNames, Interner } from '../interner.ts';
import { LONGEST_RING, NOT_WAITING, type Offer, requireRingLength } from '../offer.ts';
import { BitMatrix, bitsOf } from './bit-matrix.ts';

/** Offer with its id in a live graph, such as the id of a request. */
export interface GraphOffer extends Offer {
  id: string;
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

const NO_OFFERS: readonly GraphOffer[] = [];

/** Offers by the place that they lead to, longest waiting first. */
type Arcs = Map<number, GraphOffer[]>;

/**
 * One stratum as a graph of places. Adding an offer sets bits and appends; the arcs of a place, each with its offers
 * in order, are derived when they are first read and again after a change there. A bulk load therefore sorts no
 * offers.
 */
export class StratumRings {
  readonly places = new Interner();
  /** Row p: places that teachers in p want. */
  readonly outward = new BitMatrix();
  /** Row p: places of teachers who want p. */
  readonly inward = new BitMatrix();
  /** Offers by the place that they start from, in no order. */
  readonly #leavers: GraphOffer[][] = [];
  /** Derived arcs by the place that they start from. */
  readonly #arcs: (Arcs | undefined)[] = [];
  /** Numbers of offers by accepted place. */
  readonly #wanting: number[] = [];

  /** Adds a new offer. Ignores a wish for the teacher's own place. */
  add(offer: GraphOffer): void {
    const from = this.places.number(offer.from);
    const goals = this.#goals(offer, from);
    this.#grow();
    this.#leavers[from]?.push(offer);
    this.#arcs[from] = undefined;
    for (const to of goals) {
      this.#wanting[to] = this.wanting(to) + 1;
      this.#connect(from, to);
    }
  }

  /** Removes an offer; its places must be those it was added with. */
  remove(offer: GraphOffer): void {
    const from = this.places.number(offer.from);
    const leavers = this.#leavers[from] ?? [];
    const at = leavers.findIndex(({ id }) => id === offer.id);
    if (at >= 0) leavers.splice(at, 1);
    this.#arcs[from] = undefined;
    for (const to of this.#goals(offer, from)) {
      this.#wanting[to] = this.wanting(to) - 1;
      if (this.movers(from, to).length === 0) this.#disconnect(from, to);
    }
  }

  /** Returns the numbers of the accepted places, each once. */
  #goals({ to }: Offer, from: number): number[] {
    const goals: number[] = [];
    for (const place of to) {
      const number = this.places.number(place);
      if (number !== from && !goals.includes(number)) goals.push(number);
    }
    return goals;
  }

  #grow(): void {
    const size = this.places.names.length;
    if (this.#leavers.length === size) return;
    while (this.#leavers.length < size) this.#leavers.push([]);
    this.outward.growTo(size);
    this.inward.growTo(size);
  }

  #connect(from: number, to: number): void {
    this.outward.set(from, to);
    this.inward.set(to, from);
  }

  #disconnect(from: number, to: number): void {
    this.outward.clear(from, to);
    this.inward.clear(to, from);
  }

  /** Returns the offers that lead from one place to another, longest waiting first. */
  movers(from: number, to: number): readonly GraphOffer[] {
    return this.#arcsOf(from).get(to) ?? NO_OFFERS;
  }

  #arcsOf(from: number): Arcs {
    const known = this.#arcs[from];
    if (known !== undefined) return known;
    const arcs: Arcs = new Map();
    for (const offer of (this.#leavers[from] ?? []).toSorted(compareWaiting)) {
      for (const to of this.#goals(offer, from)) {
        const movers = arcs.get(to);
        if (movers === undefined) arcs.set(to, [offer]);
        else movers.push(offer);
      }
    }
    this.#arcs[from] = arcs;
    return arcs;
  }

  /** Returns the number of offers that start from the place. */
  leaving(place: number): number {
    return this.#leavers[place]?.length ?? 0;
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
