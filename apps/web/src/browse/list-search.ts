import {
  type FilterName,
  filterEntries,
  filterNames,
} from '@mutual-transfer/domain/requests/request-filters';
import { withParameters } from '../navigation/page-search.ts';

/** Query parameters of the list, with the API's names. */
const known = new Set<string>([...filterNames, 'page']);

/** Returns the list's part of the URL query: known names with a value, in a fixed order. */
export function listSearch(parameters: URLSearchParams): string {
  const given = [...parameters].filter(([name, value]) => known.has(name) && value.trim() !== '');
  // The API refuses repeated parameters: keeps the last value of each name.
  const once = [...new Map(given)].sort(([first], [second]) => first.localeCompare(second));
  return new URLSearchParams(once).toString();
}

/** Returns the query string after a filter change. A new district removes the block, and every change resets to page 1. */
export function withFilter(parameters: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const within = filterEntries.filter(([, filter]) => filter.kind === 'block' && filter.within === name);
  return withParameters(parameters, {
    [name]: value.trim() === '' ? '' : value,
    ...Object.fromEntries(within.map(([block]) => [block, ''])),
    page: '',
  });
}

export function isFiltered(parameters: URLSearchParams): boolean {
  return filterNames.some((name) => (parameters.get(name) ?? '') !== '');
}
