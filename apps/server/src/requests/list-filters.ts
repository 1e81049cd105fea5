import { ANY_BLOCK, blocksNamed, districtByName } from '@mutual-transfer/domain/reference/places';
import {
  type FilterColumn,
  type FilterName,
  filterEntries,
  type ListFilters,
  requestFilters,
} from '@mutual-transfer/domain/request-filters';
import { wordsOf } from '@mutual-transfer/domain/text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { markQuery, wordQuery } from '../privacy/search-words.ts';

/** Codes that a filter lets pass; null is the absence of one. */
type Codes = readonly (string | null)[];

/** How many requests a walk through a list may pass, as a rule: it only serves to compare two ways to a page. */
const LONG_WALK = 100_000;

/**
 * Whether a page is found sooner in the index of words, which costs as much as there are requests with them, than by a
 * walk from the newest on, which is the shorter the more there are.
 *
 * @param reach how many requests there are from the newest to the end of the page.
 * @param total how many the filters leave.
 */
export function isLookedUp(filters: ListFilters, reach: number, total: number): boolean {
  return searched(filters).length > 0 && total * total < reach * LONG_WALK;
}

/** The filters as a condition for the index of words where words are searched, else on the columns of `requests`. */
export function lookedUp(filters: ListFilters): RawBuilder<SqlBool> {
  const words = searched(filters);
  if (words.length === 0) return columnsMatch(filters);
  const marks = chosen(filters).map(([column, codes]) => markQuery(column, codes));
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
  const conditions = chosen(filters).map(([column, codes]) => isOneOf(column, codes));
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function isOneOf(name: FilterColumn, codes: Codes): RawBuilder<SqlBool> {
  const column = sql.ref(`requests.${name}`);
  const given = codes.filter((code) => code !== null);
  const [first, ...more] = given;
  const isGiven =
    more.length === 0 ? sql<SqlBool>`${column} = ${first}` : sql<SqlBool>`${column} in (${sql.join(given)})`;
  if (given.length === codes.length) return isGiven;
  const isNull = sql<SqlBool>`${column} is null`;
  return first === undefined ? isNull : sql<SqlBool>`(${isGiven} or ${isNull})`;
}

/** Each column that a filter is set for, with what passes. */
function chosen(filters: ListFilters): [FilterColumn, Codes][] {
  return filterEntries.flatMap(([name]) => columnsOf(name, filters));
}

function columnsOf(name: FilterName, filters: ListFilters): [FilterColumn, Codes][] {
  const filter = requestFilters[name];
  const value = filters[name];
  if (value === undefined || filter.kind === 'words') return [];
  if (filter.kind === 'block') return blocksChosen(filter, value, filters);
  const code = codeOf(filter, value);
  return code === undefined ? [] : [[filter.column, [code]]];
}

function codeOf(filter: ChoiceFilter | DistrictFilter, value: string): string | undefined {
  if (filter.kind === 'district') return districtByName(value)?.code;
  return 'codeOf' in filter ? filter.codeOf(value) : value;
}

/**
 * A block's name alone means every block of that name; its districts are said along, for the index begins with them. Who
 * takes any block of those districts would take this one.
 */
function blocksChosen(
  { column, within, mayBeAny }: BlockFilter,
  block: string,
  filters: ListFilters,
): [FilterColumn, Codes][] {
  if (block === ANY_BLOCK) return [[column, [null]]];
  const district = filters[within];
  const districtCode = district && districtByName(district)?.code;
  const named = blocksNamed(block).filter((each) => !districtCode || each.districtCode === districtCode);
  return [
    [requestFilters[within].column, [...new Set(named.map((each) => each.districtCode))]],
    [column, [...named.map(({ code }) => code), ...(mayBeAny ? [null] : [])]],
  ];
}

type BlockFilter = Extract<(typeof requestFilters)[FilterName], { kind: 'block' }>;
type ChoiceFilter = Extract<(typeof requestFilters)[FilterName], { kind: 'choice' }>;
type DistrictFilter = Extract<(typeof requestFilters)[FilterName], { kind: 'district' }>;
