import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import { RoaringArenaAllocator, RoaringBitmap32 } from 'roaring-wasm';
import type { Condition } from '../../people/search-words.ts';
import { facet, type Indexed, inAll, inAny, NumberedTerms } from './numbered-terms.ts';

/** Indexed data of a request. */
export interface IndexedRequest {
  id: string;
  ownerId: string;
  /** True if the request is in every viewer's list. For other requests the index only reserves a number. */
  isListed: boolean;
  /** True if the request is listed after each teacher's newest request. */
  isListedLater: boolean;
  /** Stored words that a search can match. */
  words: readonly string[];
  /** Codes of `filterColumns`, in that order. */
  codes: readonly (string | null)[];
}

/** Page of a viewer's list to find. */
export interface PageOfIndex {
  offset: number;
  limit: number;
  /** Ids of the viewer's own requests that are not listed for others. */
  own: readonly string[];
  /** Ids of listed requests to exclude from this viewer's list. */
  without: readonly string[];
}

export interface FoundPage {
  ids: readonly string[];
  total: number;
}

/** Facets of listed requests: of all, of each teacher's newest request (listed first), and of the others. */
const LISTED = 'listed=';
const FRONT = 'listed=front';
const BACK = 'listed=back';

/** Numbers of the requests in a viewer's list, and numbers of the requests at the front of lists. */
interface ReadersList {
  whole: RoaringBitmap32;
  newest: RoaringBitmap32;
  /** Front and back of `whole`, if they are already computed. */
  parts?: { front: RoaringBitmap32; back: RoaringBitmap32 };
}

/** Maximum number of the highest numbers that a page checks one by one, which takes far less time than intersecting two large bitmaps. */
const LOOKED_AT = 256;

/**
 * Index of requests by words and columns, for lists. Every request has a number, and numbers ascend with ids, so a list is in the order of
 * the numbers, and finding any page and the total takes the same time.
 */
export class ListIndex {
  readonly #requests = new NumberedTerms();
  #version = 0;

  /** Version of the index. If it changed since an earlier call, the result of that call is outdated, or the index was disposed. */
  get version(): number {
    return this.#version;
  }

  /** Number of listed requests. */
  get size(): number {
    return this.#requests.terms.withTerm(LISTED)?.size ?? 0;
  }

  /**
   * Adds or replaces a request.
   *
   * @returns false if too many numbers would change; the caller then reloads all.
   */
  set(request: IndexedRequest): boolean {
    this.#version += 1;
    return this.#requests.set(indexedOf(request));
  }

  /** Removes a request from the list. Its number stays assigned and is not reused. */
  remove(id: string): void {
    this.#version += 1;
    this.#requests.remove(id);
  }

  /** Returns a page of the requests that meet every condition. */
  find(conditions: readonly Condition[], page: PageOfIndex): FoundPage {
    return new RoaringArenaAllocator().with(() => {
      const list = this.#forReader(conditions, page);
      const numbers = numbersNearTop(list, page) ?? numbersOfPage(list, page);
      return { ids: this.#idsOf(numbers), total: list.whole.size };
    });
  }

  #idsOf(numbers: Iterable<number>): string[] {
    return Array.from(numbers, (number) => this.#requests.ids.at(number));
  }

  /** Returns for each of these codes of a column the number of listed requests with the code. */
  countBy(column: FilterColumn, codes: readonly string[]): number[] {
    return codes.map((code) => this.#requests.terms.withTerm(facet(column, code))?.size ?? 0);
  }

  /** Returns the words of all listed requests. */
  storedWords(): readonly string[] {
    return this.#requests.terms.storedWords();
  }

  /** Returns the memory in bytes, without the words themselves. */
  bytes(): number {
    return this.#requests.bytes();
  }

  /** Completes a load; call it after the last request. */
  compact(): void {
    this.#requests.terms.compact();
  }

  /** Frees the memory; the index must not be used afterwards. */
  dispose(): void {
    this.#version += 1;
    this.#requests.terms.dispose();
  }

  /** Returns the list of a viewer. The viewer's own unlisted requests are treated as newest requests. */
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

  /** Returns the requests that meet all conditions. Only listed requests have words and facets. */
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

/** Returns the numbers of one of the first pages, highest first; undefined if too few of the highest numbers are at the front of the list. */
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

/** Returns the numbers of the page: first those at the front of the list, then the others; both highest first. */
function numbersOfPage({ whole, newest, parts }: ReadersList, { offset, limit }: PageOfIndex): number[] {
  const front = parts?.front ?? RoaringBitmap32.and(whole, newest);
  const page = highest(front, offset, limit);
  // Few pages extend beyond the front, and finding the other requests scans the whole list.
  if (page.length === limit || front.size === whole.size) return page;
  const back = parts?.back ?? RoaringBitmap32.andNot(whole, front);
  return [...page, ...highest(back, Math.max(0, offset - front.size), limit - page.length)];
}

function highest(numbers: RoaringBitmap32, offset: number, limit: number): number[] {
  const length = Math.max(0, Math.min(limit, numbers.size - offset));
  return Array.from({ length }, (_, index) => numbers.select(numbers.size - 1 - offset - index));
}

function facetsOf({ codes, isListedLater }: IndexedRequest): string[] {
  return [
    LISTED,
    isListedLater ? BACK : FRONT,
    ...filterColumns.map((column, index) => facet(column, codes[index] ?? null)),
  ];
}
