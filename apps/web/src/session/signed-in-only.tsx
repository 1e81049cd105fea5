import { Outlet } from 'react-router';
import { useSession } from './session.ts';
import { ToLogin } from './to-login.tsx';
import { useIsHydrated } from './use-is-hydrated.ts';
import { Verifying } from './verifying.tsx';

/** Lets only those in who are signed in. The server does not know; the browser does once the page is hydrated. */
export default function SignedInOnly() {
  const isHydrated = useIsHydrated();
  const session = useSession();
  if (!isHydrated) return <Verifying />;
  if (session === null) return <ToLogin />;
  return <Outlet />;
}
