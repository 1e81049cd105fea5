/** The address's query of another page of the same list; `name` is the parameter that holds its page. */
export function withPage(parameters: URLSearchParams, page: number, name = 'page'): string {
  const changed = new URLSearchParams(parameters);
  if (page === 1) changed.delete(name);
  else changed.set(name, String(page));
  return changed.size === 0 ? '' : `?${changed}`;
}
