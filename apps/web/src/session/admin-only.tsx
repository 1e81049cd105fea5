import { Outlet } from 'react-router';
import { paths } from '../paths.ts';
import { Redirect } from './redirect.tsx';
import { useSession } from './session.ts';
import { ToLogin } from './to-login.tsx';
import { useIsAlive } from './use-is-alive.ts';
import { Verifying } from './verifying.tsx';

/** Lets only administrators in. The way back is for whoever signs in, not for a teacher who already has. */
export default function AdminOnly() {
  const isAlive = useIsAlive();
  const session = useSession();
  if (!isAlive) return <Verifying />;
  if (session?.user.role === 'admin') return <Outlet />;
  return session === null ? <ToLogin /> : <Redirect to={paths.login} />;
}
