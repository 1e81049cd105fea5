import { Navigate } from 'react-router';
import { paths } from '../paths.ts';
import { useOrigin } from './origin.ts';
import { isLeaving } from './session.ts';
import { Verifying } from './verifying.tsx';

/** Leads whoever is not signed in to the login, which knows the way back; not whoever is leaving. */
export function ToLogin() {
  const origin = useOrigin();
  return isLeaving() ? <Verifying /> : <Navigate replace state={origin} to={paths.login} />;
}
