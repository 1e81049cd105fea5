import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';

/** History state that a guard stores. */
interface Origin {
  from: string;
}

/** Current page, for guards to store. Memoized: a new object would restart redirects. */
export function useOrigin(): Origin {
  const { pathname, search, hash } = useLocation();
  return useMemo(() => ({ from: `${pathname}${search}${hash}` }), [pathname, search, hash]);
}

/** Returns the path that a guard stored. */
export function pathOfOrigin(state: unknown): string | undefined {
  // Only this application writes the state of its history entries.
  return (state as Partial<Origin> | null)?.from;
}

/** History state of the login page for a teacher who opened a page of administrators. Signing in leads to the Admin Panel. */
export const FOR_ADMINISTRATORS = { isForAdministrators: true, from: paths.admin } as const;

/** Returns `true` for the login page of a signed-in teacher who opened a page of administrators. */
export function isForAdministrators(state: unknown): boolean {
  return (state as Partial<typeof FOR_ADMINISTRATORS> | null)?.isForAdministrators === true;
}
