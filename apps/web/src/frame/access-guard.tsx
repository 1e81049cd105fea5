import { lazy, Suspense, useDeferredValue } from 'react';
import { Outlet } from 'react-router';
import { useOrigin } from '../navigation/origin.ts';
import { Redirect, ToLogin } from '../navigation/redirect.tsx';
import { Verifying } from '../navigation/verifying.tsx';
import { useMe } from '../platform/me.ts';
import { paths } from '../platform/paths.ts';
import { usePrefetch } from '../platform/screen-queries.ts';
import { useSession } from '../platform/session.ts';
import { untilLoaded } from '../platform/until-loaded.ts';
import { isWithoutAccess, useAccess } from '../platform/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';

// Lazy, because a teacher sees it once per version.
const AcceptNotice = lazy(() => untilLoaded(() => import('../privacy/accept-notice.tsx')));

/** Admits only users who are signed in, have paid if a payment is required, and accepted the present privacy notice. */
export default function Guard() {
  const isHydrated = useIsHydrated();
  const access = useAccess();
  const session = useSession();
  const noticeToAccept = useMe().data?.noticeToAccept;
  const origin = useOrigin();
  usePrefetch();
  // Defers the large page, so that it renders concurrently and the page stays responsive.
  const isVerified = useDeferredValue(isHydrated && access !== 'checking');
  if (!isVerified || access === 'checking') return <Verifying />;
  if (access === 'anonymous') return <ToLogin />;
  if (isWithoutAccess(access)) return <Redirect state={origin} to={paths.payment} />;
  if (noticeToAccept && session !== null && !session.user.impersonated)
    return (
      <Suspense fallback={<Verifying />}>
        <AcceptNotice userId={session.user._id} />
      </Suspense>
    );
  return <Outlet />;
}
