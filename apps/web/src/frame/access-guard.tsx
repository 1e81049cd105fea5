import { useDeferredValue } from 'react';
import { Outlet } from 'react-router';
import { useOrigin } from '../navigation/origin.ts';
import { Redirect, ToLogin } from '../navigation/redirect.tsx';
import { paths } from '../platform/paths.ts';
import { usePrefetch } from '../platform/screen-queries.ts';
import { isWithoutAccess, useAccess } from '../platform/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { Verifying } from '../ui/states.tsx';

/** Admits only users who are signed in and, if a payment is required, have paid. */
export default function Guard() {
  const isHydrated = useIsHydrated();
  const access = useAccess();
  const origin = useOrigin();
  usePrefetch();
  // Defers the large page, so that it renders concurrently and the page stays responsive.
  const isVerified = useDeferredValue(isHydrated && access !== 'checking');
  if (!isVerified || access === 'checking') return <Verifying />;
  if (access === 'anonymous') return <ToLogin />;
  if (isWithoutAccess(access)) return <Redirect state={origin} to={paths.payment} />;
  return <Outlet />;
}
