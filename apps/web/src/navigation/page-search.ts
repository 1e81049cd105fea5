/** Returns the query string of another page of the same list. `name` is its page parameter. */
export function withPage(parameters: URLSearchParams, page: number, name = 'page'): string {
  const changed = new URLSearchParams(parameters);
  if (page === 1) changed.delete(name);
  else changed.set(name, String(page));
  return changed.size === 0 ? '' : `?${changed}`;
}

/** Returns the page of the list in a URL, or 1 if it is invalid. */
export function pageOf(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isInteger(page) && page > 1 ? page : 1;
}
