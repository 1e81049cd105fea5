import { paths } from '../paths.ts';
import { useOrigin } from './origin.ts';
import { Redirect } from './redirect.tsx';

/** Leads whoever is not signed in to the login, which knows the way back. */
export function ToLogin() {
  return <Redirect state={useOrigin()} to={paths.login} />;
}
