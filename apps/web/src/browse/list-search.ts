import {
  type FilterName,
  filterEntries,
  filterNames,
} from '@mutual-transfer/domain/requests/request-filters';

/** Query parameters of the list, with the API's names. */
const known = new Set<string>([...filterNames, 'page']);

/** Returns the list's part of an address's query: known names with a value, in a fixed order. */
export function listSearch(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name, value]) => known.has(name) && value.trim() !== '');
  // The API refuses repeated parameters: the last of a name counts.
  const once = [...new Map(kept)].toSorted(([first], [second]) => first.localeCompare(second));
  return new URLSearchParams(once).toString();
}

/** The address's query after a filter changed: a new district has no block yet, and every change begins at page 1. */
export function withFilter(parameters: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  if (value.trim() === '') changed.delete(name);
  else changed.set(name, value);
  for (const [other, filter] of filterEntries) {
    if (filter.kind === 'block' && filter.within === name) changed.delete(other);
  }
  changed.delete('page');
  return changed;
}

/** Returns `true` if any filter is set. */
export function isFiltered(parameters: URLSearchParams): boolean {
  return filterNames.some((name) => (parameters.get(name) ?? '') !== '');
}
