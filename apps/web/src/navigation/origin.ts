import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** What a guard leaves in the state of a history entry. */
interface Origin {
  readonly from: string;
}

/** The page on screen, for a guard to keep; the same object as long as the page is, or redirects begin anew. */
export function useOrigin(): Origin {
  const { pathname, search } = useLocation();
  return useMemo(() => ({ from: `${pathname}${search}` }), [pathname, search]);
}

/** The path that a guard kept, if one did. */
export function pathOfOrigin(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}
