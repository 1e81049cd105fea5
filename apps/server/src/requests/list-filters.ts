import { ANY_BLOCK, blocksNamed, districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { wordsOf } from '@mutual-transfer/domain/text';
import type { ListQuery } from '@mutual-transfer/domain/transfer-request';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Filter, markQuery, wordQuery } from '../privacy/search-words.ts';

/** What a list is narrowed by. */
export type ListFilters = Omit<ListQuery, 'page' | 'limit'>;

/** How many requests there are, exact up to the window that can be paged through. */
export interface Count {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** Codes that a filter lets pass; null is the absence of one. */
type Codes = readonly (string | null)[];

/** How many requests a walk through a list may pass, as a rule: it only serves to compare two ways to a page. */
const LONG_WALK = 100_000;

/**
 * Whether a page is found sooner in the index of words, which costs as much as there are requests with them, than by a
 * walk from the newest on, which is the shorter the more there are.
 *
 * @param reach how many requests there are from the newest to the end of the page.
 * @param count how many the filters leave.
 */
export function isLookedUp(filters: ListFilters, reach: number, { total, totalIsExact }: Count): boolean {
  return searched(filters).length > 0 && totalIsExact && total * total < reach * LONG_WALK;
}

/** The filters as a condition for the index of words where words are searched, else on the columns of `requests`. */
export function lookedUp(filters: ListFilters): RawBuilder<SqlBool> {
  const words = searched(filters);
  if (words.length === 0) return columnsMatch(filters);
  const marks = chosen(filters).map(([filter, codes]) => markQuery(filter, codes));
  return sql<SqlBool>`search @@ ${[wordQuery(words), ...marks].join(' & ')}::tsquery`;
}

/** The filters as a condition on each request that is passed; `is true` keeps the index of words out of it. */
export function passed(filters: ListFilters): RawBuilder<SqlBool> {
  const words = searched(filters);
  if (words.length === 0) return columnsMatch(filters);
  return sql<SqlBool>`${columnsMatch(filters)} and (search @@ ${wordQuery(words)}::tsquery) is true`;
}

function searched({ search }: ListFilters): string[] {
  return wordsOf(search ?? '');
}

function columnsMatch(filters: ListFilters): RawBuilder<SqlBool> {
  const conditions = chosen(filters).map(([filter, codes]) => isOneOf(filter, codes));
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function isOneOf(filter: Filter, codes: Codes): RawBuilder<SqlBool> {
  const column = sql.ref(`requests.${filter}`);
  const [only] = codes;
  if (only === null) return sql<SqlBool>`${column} is null`;
  return codes.length === 1
    ? sql<SqlBool>`${column} = ${only}`
    : sql<SqlBool>`${column} in (${sql.join(codes)})`;
}

/** Each filter that is set, with what it lets pass. */
function chosen(filters: ListFilters): [Filter, Codes][] {
  const { subject, classRange, urgency } = filters;
  const all: [Filter, Codes | undefined][] = [
    ['urgency', only(urgency)],
    ...placesChosen(filters),
    ['subject', only(subject && subjectByName(subject)?.code)],
    ['class_range', only(classRange)],
  ];
  return all.filter((each): each is [Filter, Codes] => each[1] !== undefined);
}

function only(code: string | undefined): Codes | undefined {
  return code === undefined ? undefined : [code];
}

/** A block's name alone means every block of that name; its districts are said along, for the index begins with them. */
function placesChosen({ district, block }: ListFilters): [Filter, Codes | undefined][] {
  const districtCode = district && districtByName(district)?.code;
  if (block === undefined || block === ANY_BLOCK) {
    return [
      ['desired_district', only(districtCode)],
      ['desired_block', block === ANY_BLOCK ? [null] : undefined],
    ];
  }
  const named = blocksNamed(block).filter((each) => !districtCode || each.districtCode === districtCode);
  return [
    ['desired_district', [...new Set(named.map((each) => each.districtCode))]],
    ['desired_block', named.map(({ code }) => code)],
  ];
}
