import { Navigate } from 'react-router';
import { isLeaving } from '../platform/leaving.ts';
import { paths } from '../platform/paths.ts';
import { isAccountDeleted } from '../platform/session.ts';
import { useOrigin } from './origin.ts';
import { Verifying } from './verifying.tsx';

/** Redirects visitors to the login and stores the page they wanted. Says so if the account was deleted, in another tab. */
export function ToLogin() {
  const origin = useOrigin();
  const state = isAccountDeleted() ? { ...origin, notice: 'accountDeleted' } : origin;
  return <Redirect state={state} to={paths.login} />;
}

/** Redirects, unless the user is already leaving for another page. */
export function Redirect({ to, state = null }: { to: string; state?: object | null }) {
  return isLeaving() ? <Verifying /> : <Navigate replace state={state} to={to} />;
}
