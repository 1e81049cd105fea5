import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigation, useSearchParams } from 'react-router';

/** Query parameters of a pending navigation, by the location that is still rendered. */
const asked = new WeakMap<Location, URLSearchParams>();

/**
 * Returns a function that changes the query string. Each change builds on the previous one, even while the router still renders an older
 * location, so two quick changes are both applied. Has no effect while the router loads another page, because a delayed change, such as that
 * of a typed search, would replace that navigation.
 */
export function useSearchChange(): (change: (current: URLSearchParams) => URLSearchParams) => void {
  const location = useLocation();
  const { location: next } = useNavigation();
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = next !== undefined && next.pathname !== location.pathname;
  });
  return (change) => {
    if (isLeaving.current) return;
    const changed = change(asked.get(location) ?? parameters);
    asked.set(location, changed);
    setParameters(changed, { preventScrollReset: true });
  };
}
