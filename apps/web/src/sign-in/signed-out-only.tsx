import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { pathOfOrigin } from '../navigation/origin.ts';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session/session.ts';

/** Redirects a signed-in teacher to the page they wanted, or to the dashboard. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { state } = useLocation();
  if (session === null) return children;
  return <Navigate replace to={pathOfOrigin(state) ?? paths.dashboard} />;
}
