import { Navigate, Outlet } from 'react-router';
import { paths } from '../paths.ts';
import { useOrigin } from './origin.ts';
import { useSession } from './session.ts';
import { useIsAlive } from './use-is-alive.ts';
import { Verifying } from './verifying.tsx';

/** Lets only those in who are signed in. The server does not know; the browser does once the page has come alive. */
export default function SignedInOnly() {
  const isAlive = useIsAlive();
  const session = useSession();
  const origin = useOrigin();
  if (!isAlive) return <Verifying />;
  if (session === null) return <Navigate replace state={origin} to={paths.login} />;
  return <Outlet />;
}
