import { useNavigate } from 'react-router';
import type { ApiError } from '../api/client.ts';
import { paths } from '../paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { clearSession, currentSession, endImpersonation, sessionBehind } from './session.ts';

/** Redirect of a refusal: destination, and data to delete first. */
interface Way {
  readonly to: string;
  readonly forget: () => void;
}

const toLogin: Way = { to: paths.login, forget: clearSession };
const toPayment: Way = { to: paths.payment, forget: forgetPaymentStatus };
const backToAdministrator: Way = { to: paths.admin, forget: endImpersonation };

/**
 * Returns a handler of refusals: deletes an expired session and redirects to the login, or back to the administrator's own session;
 * redirects to the payment if it is missing. Ignores late refusals of a session that is no longer current.
 */
export function useRefusal(): (error: ApiError) => void {
  const navigate = useNavigate();
  return (error) => {
    const way = error.token === currentSession()?.token ? wayFor(error) : undefined;
    if (way === undefined) return;
    way.forget();
    const { pathname, search } = window.location;
    if (way.to !== pathname) {
      void navigate(way.to, { replace: true, state: { from: `${pathname}${search}` } });
    }
  };
}

function wayFor({ status, code }: ApiError): Way | undefined {
  if (code === 'unauthenticated') return sessionBehind() === null ? toLogin : backToAdministrator;
  return status === 402 ? toPayment : undefined;
}
