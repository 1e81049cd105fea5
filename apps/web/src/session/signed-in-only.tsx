import { Outlet } from 'react-router';
import { useSession } from './session.ts';
import { ToLogin } from './to-login.tsx';
import { useIsAlive } from './use-is-alive.ts';
import { Verifying } from './verifying.tsx';

/** Lets only those in who are signed in. The server does not know; the browser does once the page has come alive. */
export default function SignedInOnly() {
  const isAlive = useIsAlive();
  const session = useSession();
  if (!isAlive) return <Verifying />;
  if (session === null) return <ToLogin />;
  return <Outlet />;
}
