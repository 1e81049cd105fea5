import { Outlet } from 'react-router';
import { ToLogin } from '../navigation/to-login.tsx';
import { useSession } from '../platform/session/session.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { Verifying } from '../ui/verifying.tsx';

/** Lets only those in who are signed in. The server does not know; the browser does once the page is hydrated. */
export default function SignedInOnly() {
  const isHydrated = useIsHydrated();
  const session = useSession();
  if (!isHydrated) return <Verifying />;
  if (session === null) return <ToLogin />;
  return <Outlet />;
}
