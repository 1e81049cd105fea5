import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from './client.ts';
import { forgetDrafts, forgetDraftsOfOthers } from './drafts.ts';
import { paths } from './paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import {
  clearSession,
  currentSession,
  endImpersonation,
  forgetLastState,
  type StoredSession,
  sessionBehind,
  useStoredSession,
} from './session.ts';

/**
 * Deletes the answers and drafts of the account from this tab, and what it stored on the device, when its session ends, in this tab or
 * another one. A new token of the same account keeps them.
 */
export function useEndOfSession(client: QueryClient): void {
  const session = useStoredSession();
  const userId = session?.user._id;
  const isImpersonated = isImpersonating(session);
  // An effect, since the storage of the tab is outside React: the session may have ended while another site was shown.
  useEffect(() => {
    if (currentSession() === null) forgetPaymentStatus();
    forgetDraftsOfOthers();
  }, []);
  // An effect, since the session is outside React: it may end in another tab.
  useEffect(() => {
    if (userId === undefined) return;
    return () => {
      // React's strict mode runs each effect twice.
      const next = currentSession();
      if (next?.user._id === userId && isImpersonating(next) === isImpersonated) return;
      forgetPaymentStatus();
      forgetDrafts();
      // Again: this tab may have stored an answer after the other one deleted them, before it learned of it.
      forgetLastState();
      client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(userId) });
    };
  }, [client, userId, isImpersonated]);
}

/** Returns `true` for an administrator who views the product as a teacher, and is not that teacher. */
function isImpersonating(session: StoredSession | null): boolean {
  return session?.user.impersonated === true;
}

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
