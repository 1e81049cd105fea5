import { type Location, useLocation, useSearchParams } from 'react-router';

/** Query parameters of a pending navigation, by the location that is still rendered. */
const asked = new WeakMap<Location, URLSearchParams>();

/**
 * Returns a function that changes the query string. Each change builds on the previous one, even while the router still renders an older
 * location, so two quick changes are both applied.
 */
export function useSearchChange(): (change: (current: URLSearchParams) => URLSearchParams) => void {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  return (change) => {
    const changed = change(asked.get(location) ?? parameters);
    asked.set(location, changed);
    setParameters(changed, { preventScrollReset: true });
  };
}
