import { Navigate, Outlet } from 'react-router';
import { paths } from '../paths.ts';
import { useOrigin } from './origin.ts';
import { useSession } from './session.ts';
import { useIsAlive } from './use-is-alive.ts';
import { Verifying } from './verifying.tsx';

/** Lets only administrators in. The way back is for whoever signs in, not for a teacher who already has. */
export default function AdminOnly() {
  const isAlive = useIsAlive();
  const session = useSession();
  const origin = useOrigin();
  if (!isAlive) return <Verifying />;
  if (session?.user.role === 'admin') return <Outlet />;
  return <Navigate replace state={session === null ? origin : null} to={paths.login} />;
}
