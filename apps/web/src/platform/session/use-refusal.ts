import { useNavigate } from 'react-router';
import type { ApiError } from '../api/client.ts';
import { paths } from '../paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { clearSession, currentSession, endImpersonation, sessionBehind } from './session.ts';

/** Redirect after a refusal: destination, and data to delete first. */
interface Redirect {
  readonly to: string;
  readonly forget: () => void;
}

const toLogin: Redirect = { to: paths.login, forget: clearSession };
const toPayment: Redirect = { to: paths.payment, forget: forgetPaymentStatus };
const backToAdministrator: Redirect = { to: paths.admin, forget: endImpersonation };

/**
 * Returns a handler of refusals: deletes an expired session and redirects to the login, or back to the administrator's own session;
 * redirects to the payment if it is missing. Ignores late refusals of a session that is no longer current.
 */
export function useRefusal(): (error: ApiError) => void {
  const navigate = useNavigate();
  return (error) => {
    const redirect = error.token === currentSession()?.token ? redirectFor(error) : undefined;
    if (redirect === undefined) return;
    redirect.forget();
    const { pathname, search } = window.location;
    if (redirect.to !== pathname) {
      void navigate(redirect.to, { replace: true, state: { from: `${pathname}${search}` } });
    }
  };
}

function redirectFor({ status, code }: ApiError): Redirect | undefined {
  if (code === 'unauthenticated') return sessionBehind() === null ? toLogin : backToAdministrator;
  return status === 402 ? toPayment : undefined;
}
