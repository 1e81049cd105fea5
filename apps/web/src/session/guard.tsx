import { useDeferredValue } from 'react';
import { Outlet } from 'react-router';
import { paths } from '../paths.ts';
import { useOrigin } from './origin.ts';
import { Redirect } from './redirect.tsx';
import { ToLogin } from './to-login.tsx';
import { isWithoutAccess, useAccess } from './use-access.ts';
import { useEarlyQueries } from './use-early-queries.ts';
import { useIsAlive } from './use-is-alive.ts';
import { Verifying } from './verifying.tsx';

/** Lets only those in who are signed in and, where a payment is asked, have paid. */
export default function Guard() {
  // The screen is much to draw: deferred, it is drawn in slices, and the page answers meanwhile.
  const isAlive = useDeferredValue(useIsAlive());
  const access = useAccess();
  const origin = useOrigin();
  useEarlyQueries();
  if (!isAlive || access === 'checking') return <Verifying />;
  if (access === 'anonymous') return <ToLogin />;
  if (isWithoutAccess(access)) return <Redirect state={origin} to={paths.payment} />;
  return <Outlet />;
}
