/** Returns the query parameters after changes. A change to an empty text removes a parameter. */
export function withParameters(
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** Returns the query string of another page of the same list. `name` is its page parameter. */
export function withPage(parameters: URLSearchParams, page: number, name = 'page'): string {
  const changed = withParameters(parameters, { [name]: page === 1 ? '' : String(page) });
  return changed.size === 0 ? '' : `?${changed}`;
}

/** Returns the page of the list in a URL, or 1 if it is invalid. */
export function pageOf(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isInteger(page) && page > 1 ? page : 1;
}
