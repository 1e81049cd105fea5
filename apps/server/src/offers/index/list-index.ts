import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/request-filters';
import { RoaringArenaAllocator, RoaringBitmap32 } from 'roaring-wasm';
import type { Condition } from '../../privacy/search-words.ts';
import { inAll, NumberedTerms } from './numbered-terms.ts';

/** What the index holds of a request. */
export interface IndexedRequest {
  readonly id: string;
  readonly ownerId: string;
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

/** Marks of listed requests: of each teacher the newest, and the others. */
const FRONT = 'listed=front';
const BACK = 'listed=back';

/**
 * The requests that lists show, by the words and columns that they are found by. Every request has a number; numbers rise with ids,
 * so the order of a list is the order of numbers, and the page, the total and the last page cost the same.
 */
export class ListIndex {
  readonly #requests = new NumberedTerms();

  /** How many requests are listed. */
  get size(): number {
    return (
      (this.#requests.terms.withTerm(FRONT)?.size ?? 0) + (this.#requests.terms.withTerm(BACK)?.size ?? 0)
    );
  }

  /** Sets what is known of a request. @returns false where so many numbers would change that all is better read anew. */
  set(request: IndexedRequest): boolean {
    const { id, ownerId, isListed } = request;
    const found = isListed ? { words: request.words, marks: marksOf(request) } : { words: [], marks: [] };
    return this.#requests.set({ id, ownerId, ...found });
  }

  /** Takes a request out of the list; its number stays. */
  remove(id: string): void {
    this.#requests.remove(id);
  }

  /** The page of a list of the requests that meet every condition. */
  find(conditions: readonly Condition[], page: PageOfIndex): FoundPage {
    return new RoaringArenaAllocator().with(() => {
      const held = conditions.map((condition) => this.#holding(condition));
      const front = inAll([this.#requests.marked(FRONT), ...held]);
      const back = inAll([this.#requests.marked(BACK), ...held]);
      const own = this.#requests.numbersOf(page.own);
      const without = this.#requests.numbersOf(page.without);
      const first = RoaringBitmap32.andNot(RoaringBitmap32.or(front, own), without);
      const parts = [first, RoaringBitmap32.andNot(back, without)];
      const numbers = numbersOfPage(parts, page);
      return {
        ids: numbers.map((number) => this.#requests.ids.at(number)),
        total: parts.reduce((sum, part) => sum + part.size, 0),
      };
    });
  }

  /** How many listed requests have each of these codes of a column. */
  countBy(column: FilterColumn, codes: readonly string[]): number[] {
    return codes.map((code) => this.#requests.terms.withTerm(markOf(column, code))?.size ?? 0);
  }

  /** The words that listed requests hold. */
  heldWords(): string[] {
    return this.#requests.terms.heldWords();
  }

  /** How many bytes it takes, without the words themselves. */
  bytes(): number {
    return this.#requests.bytes();
  }

  /** To be called once all requests were added. */
  compact(): void {
    this.#requests.terms.compact();
  }

  /** Frees its memory; it is not to be asked again. */
  dispose(): void {
    this.#requests.terms.dispose();
  }

  #holding({ columns, words, beginnings }: Condition): RoaringBitmap32 {
    const { terms } = this.#requests;
    const whole = [
      ...columns.flatMap(([column, codes]) => codes.map((code) => markOf(column, code))),
      ...words,
    ];
    const bitmaps = [
      ...whole.flatMap((term) => terms.withTerm(term) ?? []),
      ...beginnings.flatMap((beginning) => terms.withBeginning(beginning)),
    ];
    const [only, ...others] = bitmaps;
    return only !== undefined && others.length === 0 ? only : RoaringBitmap32.orMany(bitmaps);
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

function marksOf({ columns, standsBack }: IndexedRequest): string[] {
  return [standsBack ? BACK : FRONT, ...filterColumns.map((column) => markOf(column, columns[column]))];
}
