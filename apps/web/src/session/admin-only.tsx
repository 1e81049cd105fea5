import { Outlet } from 'react-router';
import { paths } from '../paths.ts';
import { Redirect } from './redirect.tsx';
import { useSession } from './session.ts';
import { ToLogin } from './to-login.tsx';
import { useIsHydrated } from './use-is-hydrated.ts';
import { Verifying } from './verifying.tsx';

/** Lets only administrators in. The way back is for a visitor who signs in, not for a teacher who already has. */
export default function AdminOnly() {
  const isHydrated = useIsHydrated();
  const session = useSession();
  if (!isHydrated) return <Verifying />;
  if (session?.user.role === 'admin') return <Outlet />;
  return session === null ? <ToLogin /> : <Redirect to={paths.login} />;
}
