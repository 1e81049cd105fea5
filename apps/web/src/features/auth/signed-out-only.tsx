import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';

/** Sends whoever is signed in, or has just signed in, to the page they wanted, or to the dashboard. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { state } = useLocation();
  if (session === null) return children;
  return <Navigate replace to={wantedPath(state) ?? paths.dashboard} />;
}

/** The path a guard of ours left in the state of the history entry. */
function wantedPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}
