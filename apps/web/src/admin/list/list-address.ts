import { ADMIN_PAGE_SIZE, SEARCH_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useSearchParams } from 'react-router';
import { withParameters } from '../../navigation/page-search.ts';
import { useSearchChange } from '../../navigation/use-search-change.ts';

/** Numbers of rows on a page that the administrator can choose. */
export const pageSizes = [ADMIN_PAGE_SIZE, 25, 50, 100];

export interface ListNames {
  /** Filters, and `sort` if the list can be sorted. */
  filterNames: readonly string[];
  pages: readonly string[];
  /** Default number of rows per page, unless the `limit` of the URL is one of `pageSizes`. */
  limit: number;
}

/** Filters and order of a list. */
interface Narrowing {
  filters?: readonly { name: string }[];
  /** URL parameters that narrow the list in addition to the filters. */
  otherNames?: readonly string[];
  /** Default order. Omitted for a list that cannot be sorted. */
  sort?: string | undefined;
}

export function addressNames({ filters = [], otherNames = [], sort }: Narrowing): string[] {
  return [...filters.map(({ name }) => name), ...otherNames, ...(sort === undefined ? [] : ['sort'])];
}

/** Returns the API query of a list: filters that are set, page numbers and page size. */
export function listQuery(parameters: URLSearchParams, { filterNames, pages, limit }: ListNames): string {
  const query = new URLSearchParams({
    limit: String(pageSizeOf(parameters, limit)),
    ...addressValues(parameters, filterNames),
  });
  for (const name of pages) {
    const value = parameters.get(name) ?? '';
    if (/^[1-9]\d{0,4}$/.test(value)) query.set(name, value);
  }
  return query.toString();
}

export function pageSizeOf(parameters: URLSearchParams, fallback: number): number {
  const asked = Number(parameters.get('limit'));
  return pageSizes.find((size) => size === asked) ?? fallback;
}

/** Returns the part of the URL's query string that filters a download. */
export function filterQuery(parameters: URLSearchParams, filterNames: readonly string[]): string {
  return new URLSearchParams(addressValues(parameters, filterNames)).toString();
}

function addressValues(parameters: URLSearchParams, names: readonly string[]): Record<string, string> {
  const given = names.map((name) => [
    name,
    (parameters.get(name) ?? '').trim().slice(0, SEARCH_MAXIMUM_LENGTH),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

const pageNames = ['page', 'perfectPage', 'potentialPage'];

/** Returns the query string after a change of one parameter. Removes the page parameters, so that the lists start at page 1. */
export function withParameter(
  parameters: URLSearchParams,
  name: string,
  value: string,
  pages: readonly string[] = pageNames,
) {
  return withParameters(parameters, { [name]: value, ...emptied(pages) });
}

/** Returns the change that removes these parameters. */
export function emptied(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']));
}

export function useSearchParameter(name: string, pages?: readonly string[]) {
  const [parameters] = useSearchParams();
  const changeSearch = useSearchChange();
  const change = (value: string) => changeSearch((current) => withParameter(current, name, value, pages));
  return { value: parameters.get(name) ?? '', change };
}
