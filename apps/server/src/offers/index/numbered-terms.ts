import { RoaringBitmap32 } from 'roaring-wasm';
import { IdTable } from './id-table.ts';
import { TermIndex } from './term-index.ts';

/** What is indexed under an id. */
export interface Indexed {
  readonly id: string;
  readonly ownerId: string;
  /** Can be looked up by how they begin. */
  readonly words: readonly string[];
  /** Can be looked up whole. */
  readonly facets: readonly string[];
}

/** `orMany` of CRoaring makes bitsets of all it is given, which takes a millisecond or more whatever they hold: it is for many. */
const JOINED_ONE_BY_ONE = 8;

/** Moving more numbers than this takes longer than a reader should wait: then all is read anew. */
const MOST_MOVED = 2_000;

/** Words and facets by ids. Every id has a number; numbers rise with ids, and change only where an id comes late. */
export class NumberedTerms {
  readonly ids = new IdTable();
  readonly terms = new TermIndex();

  /** Sets what is indexed under an id. @returns false where so many numbers would change that all is better read anew. */
  set({ id, ownerId, words, facets }: Indexed): boolean {
    const number = this.ids.numberOf(id) ?? this.#insert(id, ownerId);
    if (number === undefined) return false;
    this.terms.set(number, words, facets);
    return true;
  }

  /** Gives an id a number, under which nothing is indexed yet. @returns false where all is better read anew. */
  expect(id: string, ownerId: string): boolean {
    return (this.ids.numberOf(id) ?? this.#insert(id, ownerId)) !== undefined;
  }

  /**
   * Sets what is indexed under an id that is higher than all that were loaded before, and known or higher than all that are. It is found
   * once `compact` was called.
   */
  load({ id, ownerId, words, facets }: Indexed): void {
    this.terms.load(this.ids.numberOf(id) ?? this.ids.append(id, ownerId), words, facets);
  }

  /** Nothing is found by that id any more; its number stays. */
  remove(id: string): void {
    const number = this.ids.numberOf(id);
    if (number !== undefined) this.terms.set(number, [], []);
  }

  /** What holds a term; an empty bitmap where nothing does. */
  holding(term: string): RoaringBitmap32 {
    return this.terms.withTerm(term) ?? new RoaringBitmap32();
  }

  /** The numbers of those of these ids that are known. */
  numbersOf(ids: readonly string[]): RoaringBitmap32 {
    return new RoaringBitmap32(ids.flatMap((id) => this.ids.numberOf(id) ?? []));
  }

  /** How many bytes it takes, without the words themselves. */
  bytes(): number {
    return this.ids.bytes + this.terms.bytes();
  }

  /** Numbers after the new one rise by one. They are few: ids come in the order of their time, but for moments. */
  #insert(id: string, ownerId: string): number | undefined {
    const place = this.ids.placeFor(id);
    if (this.ids.size - place > MOST_MOVED) return undefined;
    for (let number = this.ids.size - 1; number >= place; number -= 1) this.terms.move(number, number + 1);
    this.ids.insert(id, ownerId);
    return place;
  }
}

/** The term of a column's value. No word holds an equals sign, so no search finds one. */
export function facet(column: string, code: string | null): string {
  return `${column}=${code ?? ''}`;
}

/** What all of these bitmaps hold: the smallest first, for the others are then looked at less. */
export function inAll(bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 {
  const [first, ...others] = [...bitmaps].sort((one, other) => one.size - other.size);
  if (first === undefined) return new RoaringBitmap32();
  return others.reduce((left, right) => RoaringBitmap32.and(left, right), first);
}

/** What any of these bitmaps holds. */
export function inAny(bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 {
  if (bitmaps.length > JOINED_ONE_BY_ONE) return RoaringBitmap32.orMany(bitmaps);
  const [largest, ...others] = [...bitmaps].sort((one, other) => other.size - one.size);
  if (largest === undefined) return new RoaringBitmap32();
  if (others.length === 0) return largest;
  const all = largest.clone();
  for (const bitmap of others) all.orInPlace(bitmap);
  return all;
}
