import { paths } from '../platform/paths.ts';
import { useOrigin } from './origin.ts';
import { Redirect } from './redirect.tsx';

/** Leads visitors to the login, which knows the way back. */
export function ToLogin() {
  return <Redirect state={useOrigin()} to={paths.login} />;
}
