import { Navigate } from 'react-router';
import { isLeaving } from '../platform/session/leaving-state.ts';
import { Verifying } from '../ui/states/verifying.tsx';

/** Redirects, unless the user is already leaving for another page. */
export function Redirect({ to, state = null }: { to: string; state?: object | null }) {
  return isLeaving() ? <Verifying /> : <Navigate replace state={state} to={to} />;
}
