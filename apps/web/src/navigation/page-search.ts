/** The address's query of another page of the same list; `name` is the parameter that holds its page. */
export function withPage(parameters: URLSearchParams, page: number, name = 'page'): string {
  const changed = new URLSearchParams(parameters);
  if (page === 1) changed.delete(name);
  else changed.set(name, String(page));
  return changed.size === 0 ? '' : `?${changed}`;
}

/** The page of the list in an address; 1 for what is no page. */
export function pageOf(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isInteger(page) && page > 1 ? page : 1;
}
