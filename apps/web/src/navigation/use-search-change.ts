import { type Location, useLocation, useSearchParams } from 'react-router';

/** What was asked for from an address that is still on screen. */
const asked = new WeakMap<Location, URLSearchParams>();

/**
 * Changes the query of the address. A change goes on from the one before it, also while the router does not show that one yet: two
 * choices made quickly both hold.
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
