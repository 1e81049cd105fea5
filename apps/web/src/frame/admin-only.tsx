import { Outlet } from 'react-router';
import { Redirect } from '../navigation/redirect.tsx';
import { ToLogin } from '../navigation/to-login.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session/session.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { Verifying } from '../ui/verifying.tsx';

/** Admits only administrators. Stores the origin for a visitor who logs in, not for a teacher who already has. */
export default function AdminOnly() {
  const isHydrated = useIsHydrated();
  const session = useSession();
  if (!isHydrated) return <Verifying />;
  if (session?.user.role === 'admin') return <Outlet />;
  return session === null ? <ToLogin /> : <Redirect to={paths.login} />;
}
