import { Outlet } from 'react-router';
import { ToLogin } from '../navigation/redirect.tsx';
import { Verifying } from '../navigation/verifying.tsx';
import { useSession } from '../platform/session.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';

/** Admits only signed-in users. The server has no session, so the check runs after hydration. */
export default function SignedInOnly() {
  const isHydrated = useIsHydrated();
  const session = useSession();
  if (!isHydrated) return <Verifying />;
  if (session === null) return <ToLogin />;
  return <Outlet />;
}
