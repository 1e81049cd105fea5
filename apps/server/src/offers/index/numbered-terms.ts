import { RoaringBitmap32 } from 'roaring-wasm';
import { IdTable } from './id-table.ts';
import { TermIndex } from './term-index.ts';

/** Words and facets of an id. */
export interface Indexed {
  readonly id: string;
  readonly ownerId: string;
  /** Words, found by prefix. */
  readonly words: readonly string[];
  /** Terms found by exact value. */
  readonly facets: readonly string[];
}

/**
 * Maximum number of bitmaps to join one by one. CRoaring's `orMany` converts its input to bitsets, which takes a millisecond or more
 * whatever their size, so it pays off only for many bitmaps.
 */
const JOINED_ONE_BY_ONE = 8;

/** Maximum number of numbers to shift; more would delay viewers longer than a reload of all. */
const MOST_MOVED = 2_000;

/** Index of words and facets by id. Every id has a number; numbers ascend with ids, and change only if an id arrives out of order. */
export class NumberedTerms {
  readonly ids = new IdTable();
  readonly terms = new TermIndex();

  /**
   * Sets words and facets of an id.
   *
   * @returns false if too many numbers would change; the caller then reloads all.
   */
  set({ id, ownerId, words, facets }: Indexed): boolean {
    const number = this.ids.numberOf(id) ?? this.#insert(id, ownerId);
    if (number === undefined) return false;
    this.terms.set(number, words, facets);
    return true;
  }

  /**
   * Reserves a number for an id, without terms.
   *
   * @returns false if the caller has to reload all.
   */
  expect(id: string, ownerId: string): boolean {
    return this.ids.append(id, ownerId) || (this.ids.numberOf(id) ?? this.#insert(id, ownerId)) !== undefined;
  }

  /** Sets the terms of a present id of 16 bytes that has none. Searches find it after `compact`. */
  loadFrom(bytes: Buffer, id: number, terms: readonly number[]): void {
    const number = this.ids.numberFrom(bytes, id);
    if (number !== undefined) this.terms.load(number, terms);
  }

  /** Completes a load; call it after the last `loadFrom`. */
  compact(): Promise<void> {
    return this.terms.compact(this.ids.size);
  }

  /** Removes the terms of an id; its number stays. */
  remove(id: string): void {
    const number = this.ids.numberOf(id);
    if (number !== undefined) this.terms.set(number, [], []);
  }

  /** Returns the numbers with a term, as a bitmap. */
  holding(term: string): RoaringBitmap32 {
    return this.terms.withTerm(term) ?? new RoaringBitmap32();
  }

  /** Returns the numbers of the ids that are present. */
  numbersOf(ids: readonly string[]): RoaringBitmap32 {
    return new RoaringBitmap32(ids.flatMap((id) => this.ids.numberOf(id) ?? []));
  }

  /** Returns the memory in bytes, without the words themselves. */
  bytes(): number {
    return this.ids.bytes + this.terms.bytes();
  }

  /** Inserts an id and shifts the numbers after it by one. These are few, since ids arrive nearly in order of time. */
  #insert(id: string, ownerId: string): number | undefined {
    const place = this.ids.placeFor(id);
    if (this.ids.size - place > MOST_MOVED) return undefined;
    for (let number = this.ids.size - 1; number >= place; number -= 1) this.terms.move(number, number + 1);
    this.ids.insert(id, ownerId);
    return place;
  }
}

/** Returns the term of a column's value. Words contain no equals sign, so no search matches it. */
export function facet(column: string, code: string | null): string {
  return `${column}=${code ?? ''}`;
}

/** Returns the intersection of the bitmaps, smallest first to keep intermediate results small. */
export function inAll(bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 {
  const [first, ...others] = [...bitmaps].sort((one, other) => one.size - other.size);
  if (first === undefined) return new RoaringBitmap32();
  return others.reduce((left, right) => RoaringBitmap32.and(left, right), first);
}

/** Returns the union of the bitmaps. */
export function inAny(bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 {
  if (bitmaps.length > JOINED_ONE_BY_ONE) return RoaringBitmap32.orMany(bitmaps);
  const [largest, ...others] = [...bitmaps].sort((one, other) => other.size - one.size);
  if (largest === undefined) return new RoaringBitmap32();
  if (others.length === 0) return largest;
  const all = largest.clone();
  for (const bitmap of others) all.orInPlace(bitmap);
  return all;
}
