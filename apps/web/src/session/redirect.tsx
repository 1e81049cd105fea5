import { Navigate } from 'react-router';
import { isLeaving } from './leaving.ts';
import { Verifying } from './verifying.tsx';

/** Leads on at once, unless somebody is leaving already: then it is where they go that counts. */
export function Redirect({ to, state = null }: { to: string; state?: object | null }) {
  return isLeaving() ? <Verifying /> : <Navigate replace state={state} to={to} />;
}
