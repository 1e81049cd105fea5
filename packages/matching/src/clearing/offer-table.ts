import { Interner } from '../interner.ts';
import { NOT_WAITING, type Offer, requireSurvival, requireWeight } from '../offer.ts';
import { IntList } from './int-list.ts';

/**
 * Offers as columns of integers: what every computation over all offers starts from. Rows may be added one by one
 * while a file is read; 40 bytes a row beside the teacher's name.
 *
 * A row's goal is a place number when the wish names one place, and otherwise `~s` for the set number s.
 */
export class OfferTable {
  readonly teachers = new Interner();
  readonly places = new Interner();
  readonly strata = new Interner();
  /** Place numbers of each set of accepted places, ascending. */
  readonly sets: Int32Array[] = [];
  readonly teacherOf = new IntList();
  readonly stratumOf = new IntList();
  readonly fromOf = new IntList();
  readonly goalOf = new IntList();
  readonly #waiting: number[] = [];
  readonly #weight = new Map<number, number>();
  readonly #probability = new Map<number, number>();
  readonly #setNumbers = new Map<string, number>();

  get length(): number {
    return this.teacherOf.length;
  }

  /**
   * Adds one row. The teacher's own place is dropped from the accepted ones; a row left with none cannot move.
   *
   * @throws {RangeError} when the weight or the probability is out of range.
   */
  add(offer: Offer): void {
    const from = this.places.number(offer.from);
    const accepted = offer.to.map((place) => this.places.number(place)).filter((place) => place !== from);
    this.teacherOf.push(this.teachers.number(offer.teacher));
    this.stratumOf.push(this.strata.number(offer.stratum));
    this.fromOf.push(from);
    this.goalOf.push(this.goal(accepted));
    const row = this.length - 1;
    if (offer.waitingSince !== undefined) this.#waiting[row] = offer.waitingSince;
    if (offer.weight !== undefined && offer.weight !== 1) this.#weight.set(row, requireWeight(offer.weight));
    if (offer.probability !== undefined) this.#probability.set(row, requireSurvival(offer.probability));
  }

  /** What moving the row's teacher counts for. */
  weight(row: number): number {
    return this.#weight.get(row) ?? 1;
  }

  /** The chance that the row's teacher goes through; NaN where none was stated. */
  probability(row: number): number {
    return this.#probability.get(row) ?? Number.NaN;
  }

  /** When the row's teacher started to wait, in milliseconds since the epoch. */
  waitingSince(row: number): number {
    return this.#waiting[row] ?? NOT_WAITING;
  }

  /** The goal that stands for these places: a place, or the complement of a set's number. */
  goal(accepted: readonly number[]): number {
    const only = accepted[0];
    if (accepted.length === 1 && only !== undefined) return only;
    const places = Int32Array.from(new Set(accepted)).sort();
    if (places.length === 1) return places[0];
    const key = places.join(' ');
    const known = this.#setNumbers.get(key);
    if (known !== undefined) return ~known;
    this.#setNumbers.set(key, this.sets.length);
    this.sets.push(places);
    return ~(this.sets.length - 1);
  }

  /** The places that a goal accepts. */
  accepted(goal: number): Int32Array {
    return goal >= 0 ? Int32Array.of(goal) : this.sets[~goal];
  }
}

/** The table of all these offers. */
export function tableOf(offers: Iterable<Offer>): OfferTable {
  const table = new OfferTable();
  for (const offer of offers) table.add(offer);
  return table;
}
