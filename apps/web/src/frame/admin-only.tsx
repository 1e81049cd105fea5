import { Outlet } from 'react-router';
import { FOR_ADMINISTRATORS } from '../navigation/origin.ts';
import { Redirect, ToLogin } from '../navigation/redirect.tsx';
import { Verifying } from '../navigation/verifying.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';

/**
 * Admits only administrators. Redirects visitors to the login, and stores the origin. Redirects teachers to the login too, where an
 * administrator can sign in; the teacher's session stays until then.
 */
export default function AdminOnly() {
  const isHydrated = useIsHydrated();
  const session = useSession();
  if (!isHydrated) return <Verifying />;
  if (session?.user.role === 'admin') return <Outlet />;
  return session === null ? <ToLogin /> : <Redirect state={FOR_ADMINISTRATORS} to={paths.login} />;
}
