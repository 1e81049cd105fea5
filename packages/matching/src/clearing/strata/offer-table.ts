import { Interner } from '../../interner.ts';
import { assertProbability, NOT_WAITING, type Offer, requireRank, requireWeight } from '../../offer.ts';

/**
 * Offers as columns of integers: the input of every computation over all offers. Rows can be added one by one while a file is read; a row
 * takes 40 bytes plus the teacher's name.
 *
 * A row's goal is a place number if the wish names one place, otherwise `~s` for the set number s.
 */
export class OfferTable {
  readonly teachers = new Interner();
  readonly places = new Interner();
  readonly strata = new Interner();
  /** Place numbers of each set of accepted places, ascending. */
  readonly sets: Int32Array[] = [];
  /** For each set, the number of ranks of each place behind the best-ranked one; undefined if all ranks are equal. */
  readonly ranksOfSets: (Int32Array | undefined)[] = [];
  readonly groups = new Interner();
  readonly teacherOf = new IntList();
  readonly stratumOf = new IntList();
  readonly fromOf = new IntList();
  readonly goalOf = new IntList();
  readonly #waiting: number[] = [];
  readonly #weight = new Map<number, number>();
  readonly #probability = new Map<number, number>();
  readonly #rank = new Map<number, number>();
  readonly #group = new Map<number, number>();
  readonly #setNumbers = new Map<string, number>();

  get length(): number {
    return this.teacherOf.length;
  }

  /**
   * Adds one row. Drops the teacher's own place from the accepted ones; a row with no other place cannot move.
   *
   * @throws {RangeError} if the weight, the probability or the rank is out of range.
   */
  add(offer: Offer): void {
    const from = this.places.number(offer.from);
    const accepted = offer.to.map((place) => this.places.number(place)).filter((place) => place !== from);
    this.teacherOf.push(this.teachers.number(offer.teacher));
    this.stratumOf.push(this.strata.number(offer.stratum));
    this.fromOf.push(from);
    this.goalOf.push(this.goal(accepted));
    this.#addValues(this.length - 1, offer);
  }

  #addValues(row: number, offer: Offer): void {
    if (offer.waitingSince !== undefined) this.#waiting[row] = offer.waitingSince;
    if (offer.weight !== undefined && offer.weight !== 1) this.#weight.set(row, requireWeight(offer.weight));
    if (offer.probability !== undefined) this.#probability.set(row, assertProbability(offer.probability));
    if (offer.rank !== undefined && offer.rank !== 1) this.#rank.set(row, requireRank(offer.rank));
    if (offer.group !== undefined) this.#group.set(row, this.groups.number(offer.group));
  }

  /** Returns the row's rank among its teacher's wishes. */
  rank(row: number): number {
    return this.#rank.get(row) ?? 1;
  }

  /** Returns the number of the row's group, or -1. */
  group(row: number): number {
    return this.#group.get(row) ?? -1;
  }

  /** Returns the weight of the row's teacher in the objective. */
  weight(row: number): number {
    return this.#weight.get(row) ?? 1;
  }

  /** Returns the probability that the row's teacher goes through; NaN if not stated. */
  probability(row: number): number {
    return this.#probability.get(row) ?? Number.NaN;
  }

  /** Returns the time from which the row's teacher has waited, in milliseconds since the epoch. */
  waitingSince(row: number): number {
    return this.#waiting[row] ?? NOT_WAITING;
  }

  /**
   * Returns the goal for these places: a place number, or the complement of a set number.
   *
   * @param rankOf Rank of each place, if ranks differ.
   */
  goal(accepted: readonly number[], rankOf?: ReadonlyMap<number, number>): number {
    const only = accepted[0];
    if (accepted.length === 1 && only !== undefined) return only;
    const places = Int32Array.from(new Set(accepted)).sort();
    if (places.length === 1) return places[0];
    const ranks = ranksBehind(places, rankOf);
    const key = ranks === undefined ? places.join(' ') : `${places.join(' ')} by ${ranks.join(' ')}`;
    const existing = this.#setNumbers.get(key);
    if (existing !== undefined) return ~existing;
    this.#setNumbers.set(key, this.sets.length);
    this.sets.push(places);
    this.ranksOfSets.push(ranks);
    return ~(this.sets.length - 1);
  }

  /** Returns the places that a goal accepts. */
  accepted(goal: number): Int32Array {
    return goal >= 0 ? Int32Array.of(goal) : this.sets[~goal];
  }
}

/** Returns the number of ranks by which each place lies behind the best-ranked one; undefined if all ranks are equal. */
function ranksBehind(places: Int32Array, rankOf?: ReadonlyMap<number, number>): Int32Array | undefined {
  if (rankOf === undefined) return undefined;
  const ranks = places.map((place) => rankOf.get(place) ?? 1);
  const dearest = Math.min(...ranks);
  return ranks.every((rank) => rank === dearest) ? undefined : ranks.map((rank) => rank - dearest);
}

/** Builds a table from the offers. */
export function tableOf(offers: Iterable<Offer>): OfferTable {
  const table = new OfferTable();
  for (const offer of offers) table.add(offer);
  return table;
}

/** List of 32-bit integers that grows by doubling: a column of a table while it is read. */
class IntList {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** Returns the value at an index below the length. */
  at(index: number): number {
    return this.#values[index];
  }

  /** Returns the values without a copy; valid until the next push. */
  view(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}
