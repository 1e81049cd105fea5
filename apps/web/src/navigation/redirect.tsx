import { Navigate } from 'react-router';
import { isLeaving } from '../platform/session/leaving-state.ts';
import { Verifying } from '../ui/verifying.tsx';

/** Leads on at once, unless the user is leaving already: then their destination counts. */
export function Redirect({ to, state = null }: { to: string; state?: object | null }) {
  return isLeaving() ? <Verifying /> : <Navigate replace state={state} to={to} />;
}
