import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** History state that a guard stores. */
interface Origin {
  readonly from: string;
}

/** Current page, for guards to store. Memoized: a new object would restart redirects. */
export function useOrigin(): Origin {
  const { pathname, search } = useLocation();
  return useMemo(() => ({ from: `${pathname}${search}` }), [pathname, search]);
}

/** Returns the path that a guard stored. */
export function pathOfOrigin(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}
