import { useDeferredValue } from 'react';
import { Outlet } from 'react-router';
import { paths } from '../paths.ts';
import { useOrigin } from './origin.ts';
import { paymentStatusQuery } from './payment-status.ts';
import { Redirect } from './redirect.tsx';
import { type ScreenQueries, usePrefetch } from './screen-queries.ts';
import { ToLogin } from './to-login.tsx';
import { isWithoutAccess, useAccess } from './use-access.ts';
import { useIsHydrated } from './use-is-hydrated.ts';
import { Verifying } from './verifying.tsx';

export const handle: ScreenQueries = { queries: (session) => [paymentStatusQuery(session)] };

/** Lets only those in who are signed in and, where a payment is asked, have paid. */
export default function Guard() {
  // The screen is large: deferred, it renders concurrently, and the page answers meanwhile.
  const isHydrated = useDeferredValue(useIsHydrated());
  const access = useAccess();
  const origin = useOrigin();
  usePrefetch();
  if (!isHydrated || access === 'checking') return <Verifying />;
  if (access === 'anonymous') return <ToLogin />;
  if (isWithoutAccess(access)) return <Redirect state={origin} to={paths.payment} />;
  return <Outlet />;
}
