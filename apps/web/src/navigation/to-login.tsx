import { paths } from '../platform/paths.ts';
import { useOrigin } from './origin.ts';
import { Redirect } from './redirect.tsx';

/** Redirects visitors to the login and stores the page they wanted. */
export function ToLogin() {
  return <Redirect state={useOrigin()} to={paths.login} />;
}
