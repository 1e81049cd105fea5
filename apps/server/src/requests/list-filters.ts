import { wordsOf } from '@mutual-transfer/domain/language/text';
import { ANY_BLOCK, blocksNamed, districtByName } from '@mutual-transfer/domain/reference/places';
import {
  type FilterColumn,
  type FilterName,
  filterColumns,
  filterEntries,
  type ListFilters,
  requestFilters,
} from '@mutual-transfer/domain/requests/request-filters';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, conditionOfWord } from '../people/search-words.ts';

/** Codes of a column that meet a filter. Null stands for a missing value. */
type Codes = readonly (string | null)[];

/** Returns the conditions of a list: one for each filtered column, and one for each searched word. */
export function conditionsOf(filters: ListFilters): Condition[] {
  const ofColumns = filterEntries
    .flatMap(([name]) => columnsOf(name, filters))
    .map((column) => ({ columns: [column], words: [], beginnings: [] }));
  const words = new Set(wordsOf(filters.search ?? ''));
  return [...ofColumns, ...[...words].map(conditionOfWord)];
}

/**
 * Returns the SQL condition that a row of `requests` meets all conditions in a parameter, which is the result of `conditionsAsJson`. The
 * text is the same for all filters and words.
 */
export function meetsConditions(parameter: string): RawBuilder<SqlBool> {
  const parts = ['requests.search @@ condition.search', ...filterColumns.map(isOneOf)];
  return sql.raw(`not exists (
    select from jsonb_to_recordset(${parameter}::jsonb) as condition (search tsquery, ${filterColumns.map((column) => `${column} text[]`).join(', ')})
    where (${parts.join(' or ')}) is not true
  )`);
}

function isOneOf(column: FilterColumn): string {
  return `coalesce(requests.${column}, '') = any(condition.${column})`;
}

/** Returns the conditions as JSON. A missing value has the code `''`. */
export function conditionsAsJson(conditions: readonly Condition[]): string {
  return JSON.stringify(conditions.map(partsOf));
}

function partsOf({ columns, words, beginnings }: Condition): Record<string, unknown> {
  // Words consist of letters, marks and digits, so they can be quoted without escaping.
  const terms = [...words.map((word) => `'${word}'`), ...beginnings.map((beginning) => `'${beginning}':*`)];
  const codes = columns.map(([column, values]) => [column, values.map((code) => code ?? '')]);
  return { ...Object.fromEntries(codes), ...(terms.length === 0 ? {} : { search: terms.join(' | ') }) };
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
 * Returns the columns and codes of a filter by block. A name without a district selects every block with that name. The districts are
 * included because the index begins with them. Requests for any block of these districts meet the filter too.
 */
function blocksChosen(
  { column, within, acceptsAnyBlock }: BlockFilter,
  block: string,
  filters: ListFilters,
): [FilterColumn, Codes][] {
  if (block === ANY_BLOCK) return [[column, [null]]];
  const district = filters[within];
  const districtCode = district && districtByName(district)?.code;
  const named = blocksNamed(block).filter((each) => !districtCode || each.districtCode === districtCode);
  return [
    [requestFilters[within].column, [...new Set(named.map((each) => each.districtCode))]],
    [column, [...named.map(({ code }) => code), ...(acceptsAnyBlock ? [null] : [])]],
  ];
}

type BlockFilter = Extract<(typeof requestFilters)[FilterName], { kind: 'block' }>;
type ChoiceFilter = Extract<(typeof requestFilters)[FilterName], { kind: 'choice' }>;
type DistrictFilter = Extract<(typeof requestFilters)[FilterName], { kind: 'district' }>;
