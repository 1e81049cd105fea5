/** The filters of the list as they stand in the address and go to the API. */
export const filterNames = ['search', 'urgency', 'district', 'block', 'subject', 'classRange'] as const;

export type FilterName = (typeof filterNames)[number];

const known = new Set<string>([...filterNames, 'page']);

/** What of an address's query belongs to the list: known names with a value, in one order. */
export function listSearch(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name, value]) => known.has(name) && value.trim() !== '');
  return new URLSearchParams(kept.toSorted(([first], [second]) => first.localeCompare(second))).toString();
}

/** The address's query after a filter changed: a new district has no block yet, and every change begins at page 1. */
export function withFilter(parameters: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  if (value.trim() === '') changed.delete(name);
  else changed.set(name, value);
  if (name === 'district') changed.delete('block');
  changed.delete('page');
  return changed;
}

/** Whether any filter is set. */
export function isFiltered(parameters: URLSearchParams): boolean {
  return filterNames.some((name) => (parameters.get(name) ?? '') !== '');
}
