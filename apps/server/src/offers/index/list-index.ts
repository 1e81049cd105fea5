import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import { RoaringArenaAllocator, RoaringBitmap32 } from 'roaring-wasm';
import type { Condition } from '../../privacy/search-words.ts';
import { facet, type Indexed, inAll, inAny, NumberedTerms } from './numbered-terms.ts';

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
  /** Ids of requests that may have changed since: which of them the total counts is told beside the page. */
  readonly changed?: readonly string[];
}

export interface FoundPage {
  readonly ids: readonly string[];
  readonly total: number;
  /** Of the changed ids those that the list holds. */
  readonly changed: readonly string[];
}

/** Facets of listed requests: of all of them, of each teacher's newest, which stand before the others, and of the others. */
const LISTED = 'listed=';
const FRONT = 'listed=front';
const BACK = 'listed=back';

/** What a reader's list holds, and what stands at the front of any list of theirs. */
interface ReadersList {
  readonly whole: RoaringBitmap32;
  readonly newest: RoaringBitmap32;
  /** What of the whole stands at its front and what behind it, where that is known. */
  readonly parts?: { readonly front: RoaringBitmap32; readonly back: RoaringBitmap32 };
}

/** So many of the highest numbers are looked at one by one for a page: far cheaper than what two large bitmaps have in common. */
const LOOKED_AT = 256;

/**
 * The requests that lists show, by the words and columns that they are found by. Every request has a number; numbers rise with ids,
 * so the order of a list is the order of numbers, and the page, the total and the last page cost the same.
 */
export class ListIndex {
  readonly #requests = new NumberedTerms();

  /** How many requests are listed. */
  get size(): number {
    return this.#requests.terms.withTerm(LISTED)?.size ?? 0;
  }

  /** Adds a request whose id is higher than all before. It is found once `compact` was called. */
  load(request: IndexedRequest): void {
    this.#requests.load(indexedOf(request));
  }

  /** Sets what is known of a request. @returns false where so many numbers would change that all is better read anew. */
  set(request: IndexedRequest): boolean {
    return this.#requests.set(indexedOf(request));
  }

  /** Takes a request out of the list; its number stays. */
  remove(id: string): void {
    this.#requests.remove(id);
  }

  /** The page of a list of the requests that meet every condition. */
  find(conditions: readonly Condition[], page: PageOfIndex): FoundPage {
    return new RoaringArenaAllocator().with(() => {
      const list = this.#forReader(conditions, page);
      const numbers = numbersNearTop(list, page) ?? numbersOfPage(list, page);
      return {
        ids: this.#idsOf(numbers),
        total: list.whole.size,
        changed: this.#idsOf(RoaringBitmap32.and(list.whole, this.#requests.numbersOf(page.changed ?? []))),
      };
    });
  }

  #idsOf(numbers: Iterable<number>): string[] {
    return Array.from(numbers, (number) => this.#requests.ids.at(number));
  }

  /** How many listed requests have each of these codes of a column. */
  countBy(column: FilterColumn, codes: readonly string[]): number[] {
    return codes.map((code) => this.#requests.terms.withTerm(facet(column, code))?.size ?? 0);
  }

  /** The words that listed requests hold. */
  heldWords(): readonly string[] {
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

  /** The list of a reader: their own requests beyond the listed ones stand among each teacher's newest. */
  #forReader(conditions: readonly Condition[], { own, without }: PageOfIndex): ReadersList {
    const [listed, newest] = [this.#requests.holding(LISTED), this.#requests.holding(FRONT)];
    const isWhole = conditions.length === 0;
    const meeting = isWhole ? listed : this.#meeting(conditions);
    if (own.length === 0 && without.length === 0) {
      const parts = { front: newest, back: this.#requests.holding(BACK) };
      return { whole: meeting, newest, ...(isWhole ? { parts } : {}) };
    }
    const [mine, leftOut] = [this.#requests.numbersOf(own), this.#requests.numbersOf(without)];
    const whole = RoaringBitmap32.andNot(RoaringBitmap32.or(meeting, mine), leftOut);
    return { whole, newest: RoaringBitmap32.or(newest, mine) };
  }

  /** Only listed requests hold words and facets. */
  #meeting(conditions: readonly Condition[]): RoaringBitmap32 {
    return inAll(conditions.map((condition) => this.#holding(condition)));
  }

  #holding({ columns, words, beginnings }: Condition): RoaringBitmap32 {
    const { terms } = this.#requests;
    const facets = columns.flatMap(([column, codes]) => codes.map((code) => facet(column, code)));
    return inAny([
      ...facets.flatMap((each) => terms.withTerm(each) ?? []),
      ...terms.withWords(words, beginnings),
    ]);
  }
}

function indexedOf(request: IndexedRequest): Indexed {
  const { id, ownerId, isListed, words } = request;
  return isListed
    ? { id, ownerId, words, facets: facetsOf(request) }
    : { id, ownerId, words: [], facets: [] };
}

/** The numbers of a page among the first, the highest first; undefined where too few of the highest numbers stand at the front. */
function numbersNearTop(
  { whole, newest }: ReadersList,
  { offset, limit }: PageOfIndex,
): number[] | undefined {
  const wanted = offset + limit;
  if (wanted > LOOKED_AT) return undefined;
  const top = whole.sliceUint32Array(Math.max(0, whole.size - LOOKED_AT), whole.size).reverse();
  const front = top.filter((number) => newest.has(number));
  return front.length < wanted ? undefined : [...front.subarray(offset, wanted)];
}

/** The page's numbers, the highest first, of the front and then of what stands behind it. */
function numbersOfPage({ whole, newest, parts }: ReadersList, { offset, limit }: PageOfIndex): number[] {
  const front = parts?.front ?? RoaringBitmap32.and(whole, newest);
  const page = highest(front, offset, limit);
  // Few pages reach behind the front, and what stands there is found by a walk through all that was found.
  if (page.length === limit || front.size === whole.size) return page;
  const back = parts?.back ?? RoaringBitmap32.andNot(whole, front);
  return [...page, ...highest(back, Math.max(0, offset - front.size), limit - page.length)];
}

function highest(numbers: RoaringBitmap32, offset: number, limit: number): number[] {
  const length = Math.max(0, Math.min(limit, numbers.size - offset));
  return Array.from({ length }, (_, index) => numbers.select(numbers.size - 1 - offset - index));
}

function facetsOf({ columns, standsBack }: IndexedRequest): string[] {
  return [
    LISTED,
    standsBack ? BACK : FRONT,
    ...filterColumns.map((column) => facet(column, columns[column])),
  ];
}
