import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/request-filters';
import { RoaringArenaAllocator, RoaringBitmap32 } from 'roaring-wasm';
import type { Condition } from '../../privacy/search-words.ts';
import { IdTable } from './id-table.ts';
import { TermIndex } from './term-index.ts';

/** What the index holds of a request. */
export interface IndexedRequest {
  readonly id: string;
  /** Whether every reader's list holds it; of others only the number is held. */
  readonly isListed: boolean;
  /** Whether it stands after the newest requests of all teachers. */
  readonly standsBack: boolean;
  /** The stored words that searches find it by. */
  readonly words: readonly string[];
  readonly columns: Readonly<Record<FilterColumn, string | null>>;
}

/** Of a list, which rows a page shows. */
export interface PageOfIndex {
  readonly offset: number;
  readonly limit: number;
  /** Ids of requests beyond the listed ones that this reader's list holds: their own. */
  readonly own: readonly string[];
  /** Ids of listed requests that this reader's list leaves out. */
  readonly without: readonly string[];
}

export interface FoundPage {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Moving more numbers than this takes longer than a reader should wait: then all is read anew. */
const MOST_MOVED = 2_000;

/**
 * The requests that lists show, by the words and columns that they are found by. Every request has a number; numbers rise with ids,
 * so the order of a list is the order of numbers, and the page, the total and the last page cost the same.
 */
export class ListIndex {
  readonly #ids = new IdTable();
  readonly #terms = new TermIndex();
  /** Listed requests: of each teacher the newest, and the others. */
  readonly #front = new RoaringBitmap32();
  readonly #back = new RoaringBitmap32();

  /** How many requests are listed. */
  get size(): number {
    return this.#front.size + this.#back.size;
  }

  /** Sets what is known of a request. @returns false where so many numbers would change that all is better read anew. */
  set(request: IndexedRequest): boolean {
    const number = this.#ids.numberOf(request.id) ?? this.#insert(request.id);
    if (number === undefined) return false;
    const { isListed, standsBack } = request;
    this.#unlist(number);
    if (isListed) {
      (standsBack ? this.#back : this.#front).add(number);
      this.#terms.set(number, request.words, marksOf(request));
    }
    return true;
  }

  /** Takes a request out of the list; its number stays. */
  remove(id: string): void {
    const number = this.#ids.numberOf(id);
    if (number !== undefined) this.#unlist(number);
  }

  /** The page of a list of the requests that meet every condition. */
  find(conditions: readonly Condition[], page: PageOfIndex): FoundPage {
    return new RoaringArenaAllocator().with(() => {
      const front = this.#meeting(conditions, this.#front);
      const back = this.#meeting(conditions, this.#back);
      const own = this.#numbersOf(page.own);
      const without = this.#numbersOf(page.without);
      const first = RoaringBitmap32.andNot(RoaringBitmap32.or(front, own), without);
      const parts = [first, RoaringBitmap32.andNot(back, without)];
      const numbers = numbersOfPage(parts, page);
      return {
        ids: numbers.map((number) => this.#ids.at(number)),
        total: parts.reduce((sum, part) => sum + part.size, 0),
      };
    });
  }

  /** How many listed requests meet every condition. */
  count(conditions: readonly Condition[]): number {
    return this.find(conditions, { offset: 0, limit: 0, own: [], without: [] }).total;
  }

  /** How many listed requests have each code of a column. */
  countBy(column: FilterColumn, codes: readonly string[]): number[] {
    return codes.map((code) => this.#terms.withTerm(markOf(column, code))?.size ?? 0);
  }

  /** The words that listed requests hold. */
  heldWords(): string[] {
    return this.#terms.heldWords();
  }

  /** How many bytes it takes, without the words themselves. */
  bytes(): number {
    return this.#ids.bytes + this.#terms.bytes();
  }

  /** To be called once all requests were added. */
  compact(): void {
    this.#terms.compact();
  }

  /** Frees its memory; it is not to be asked again. */
  dispose(): void {
    this.#terms.dispose();
    this.#front.dispose();
    this.#back.dispose();
  }

  #meeting(conditions: readonly Condition[], listed: RoaringBitmap32): RoaringBitmap32 {
    return conditions
      .map((condition) => this.#holding(condition))
      .sort((first, second) => first.size - second.size)
      .reduce((left, right) => RoaringBitmap32.and(left, right), listed);
  }

  #holding({ columns, words, beginnings }: Condition): RoaringBitmap32 {
    const terms = [
      ...columns.flatMap(([column, codes]) => codes.map((code) => markOf(column, code))),
      ...words,
    ];
    const bitmaps = [
      ...terms.flatMap((term) => this.#terms.withTerm(term) ?? []),
      ...beginnings.flatMap((beginning) => this.#terms.withBeginning(beginning)),
    ];
    const [only, ...others] = bitmaps;
    return only !== undefined && others.length === 0 ? only : RoaringBitmap32.orMany(bitmaps);
  }

  #numbersOf(ids: readonly string[]): RoaringBitmap32 {
    return new RoaringBitmap32(ids.flatMap((id) => this.#ids.numberOf(id) ?? []));
  }

  #unlist(number: number): void {
    this.#front.remove(number);
    this.#back.remove(number);
    this.#terms.set(number, [], []);
  }

  /** Numbers after the new one rise by one. They are few: ids come in the order of their time, but for moments. */
  #insert(id: string): number | undefined {
    const place = this.#ids.placeFor(id);
    if (this.#ids.size - place > MOST_MOVED) return undefined;
    for (let number = this.#ids.size - 1; number >= place; number -= 1) this.#move(number, number + 1);
    this.#ids.insert(id);
    return place;
  }

  #move(from: number, to: number): void {
    this.#terms.move(from, to);
    for (const listed of [this.#front, this.#back]) if (listed.remove(from)) listed.add(to);
  }
}

/** The page's numbers, the highest first, from the first list and then the second. */
function numbersOfPage(parts: readonly RoaringBitmap32[], { offset, limit }: PageOfIndex): number[] {
  let [skip, take] = [offset, limit];
  return parts.flatMap((part) => {
    const from = Math.min(skip, part.size);
    const length = Math.min(take, part.size - from);
    skip -= from;
    take -= length;
    return Array.from({ length }, (_, index) => part.select(part.size - 1 - from - index));
  });
}

/** No word holds an equals sign, so no search finds a mark. */
function markOf(column: FilterColumn, code: string | null): string {
  return `${column}=${code ?? ''}`;
}

function marksOf({ columns }: IndexedRequest): string[] {
  return filterColumns.map((column) => markOf(column, columns[column]));
}
