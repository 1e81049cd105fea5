import { RoaringBitmap32 } from 'roaring-wasm';
import { IdTable } from './id-table.ts';
import { TermIndex } from './term-index.ts';

/** Words and facets to index under an id. */
export interface Indexed {
  id: string;
  ownerId: string;
  /** Words that are found by prefix. */
  words: readonly string[];
  /** Terms that are found by exact value. */
  facets: readonly string[];
}

/**
 * Maximum number of bitmaps to join one by one. CRoaring's `orMany` converts its input to bitsets, which takes at least a millisecond for
 * any size, so it is faster only for many bitmaps.
 */
const JOINED_ONE_BY_ONE = 8;

/** Maximum number of ids whose numbers an insertion may shift. Shifting more would delay viewers longer than a full reload. */
const MOST_MOVED = 2_000;

/** Index of words and facets by id. Every id has a number. Numbers ascend with ids, and change only if an id is inserted out of order. */
export class NumberedTerms {
  readonly ids = new IdTable();
  readonly terms = new TermIndex();

  /**
   * Sets the words and facets of an id.
   *
   * @returns false if too many numbers would change; the caller must then reload everything.
   */
  set({ id, ownerId, words, facets }: Indexed): boolean {
    const number = this.ids.numberOf(id) ?? this.#insert(id, ownerId);
    if (number === undefined) return false;
    this.terms.set(number, words, facets);
    return true;
  }

  /**
   * Reserves a number for an id without terms.
   *
   * @returns false if too many numbers would change; the caller must then reload everything.
   */
  expect(id: string, ownerId: string): boolean {
    return this.ids.append(id, ownerId) || (this.ids.numberOf(id) ?? this.#insert(id, ownerId)) !== undefined;
  }

  /** Removes the terms of an id. Its number stays assigned. */
  remove(id: string): void {
    const number = this.ids.numberOf(id);
    if (number !== undefined) this.terms.set(number, [], []);
  }

  holding(term: string): RoaringBitmap32 {
    return this.terms.withTerm(term) ?? new RoaringBitmap32();
  }

  /** Returns a bitmap of the numbers of these ids. Ignores ids without a number. */
  numbersOf(ids: readonly string[]): RoaringBitmap32 {
    return new RoaringBitmap32(ids.flatMap((id) => this.ids.numberOf(id) ?? []));
  }

  /** Returns the memory in bytes, without the texts of words. */
  bytes(): number {
    return this.ids.bytes + this.terms.bytes();
  }

  /**
   * Inserts an id and increases all higher numbers by one. There are few higher numbers, since ids are inserted nearly in order of time.
   * Returns undefined if there are too many.
   */
  #insert(id: string, ownerId: string): number | undefined {
    const place = this.ids.placeFor(id);
    if (this.ids.size - place > MOST_MOVED) return undefined;
    for (let number = this.ids.size - 1; number >= place; number -= 1) this.terms.move(number, number + 1);
    this.ids.insert(id, ownerId);
    return place;
  }
}

/** Returns the term for a value of a column. Words contain no equals sign, so no search for a word finds it. */
export function facet(column: string, code: string | null): string {
  return `${column}=${code ?? ''}`;
}

/** Returns the intersection of the bitmaps. Starts with the smallest ones to keep intermediate results small. */
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
