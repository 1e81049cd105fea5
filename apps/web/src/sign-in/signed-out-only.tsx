import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isForAdministrators, pathOfOrigin } from '../navigation/origin.ts';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session/session.ts';

/** Redirects a signed-in teacher to the page they wanted, or to the dashboard, unless they opened a page of administrators. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { state } = useLocation();
  const [first] = useState(session?.token);
  // Signing in replaces the session that the page was opened with.
  if (session === null || (isForAdministrators(state) && session.token === first)) return children;
  return <Navigate replace to={pathOfOrigin(state) ?? paths.dashboard} />;
}
