import { useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useTranslation } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { useSession } from './session.ts';

const never = () => () => {};

/** Lets only those in who are signed in. The server does not know; the browser does once the page has come alive. */
export default function Guard() {
  const { t } = useTranslation();
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!isAlive) return <p role="status">{t('guard.verifying')}</p>;
  if (session === null) return <Navigate replace state={{ from: `${pathname}${search}` }} to={paths.login} />;
  return <Outlet />;
}
