import type { Me } from '@mutual-transfer/domain/dashboard';
import { hasAccess } from '@mutual-transfer/domain/payments/access';
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from './client.ts';
import { forgetDrafts, forgetDraftsOfOthers } from './drafts.ts';
import { beginLeaving } from './leaving.ts';
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

/**
 * Returns a handler of refusals: deletes an expired session and redirects to the login, or back to the administrator's own session. Ignores
 * late refusals of a session that is no longer current.
 *
 * If the payment is missing, checks the access again. The page that needs it then redirects to the payment; a late refusal must not lead away
 * from a page that is open without access.
 */
export function useRefusal(): (error: ApiError, client: QueryClient) => void {
  const navigate = useNavigate();
  return ({ status, code, token }, client) => {
    if (token !== currentSession()?.token) return;
    if (status === 402) {
      forgetPaymentStatus();
      void client.invalidateQueries({ queryKey: ['me'], predicate: isWithAccess }, { cancelRefetch: false });
    }
    if (code !== 'unauthenticated') return;
    const isImpersonated = sessionBehind() !== null;
    const to = isImpersonated ? paths.admin : paths.login;
    const { pathname, search } = window.location;
    // The guard of the page would lead to the login without the reason.
    if (to !== pathname) beginLeaving();
    if (isImpersonated) endImpersonation();
    else clearSession();
    const state = { from: `${pathname}${search}`, ...(isImpersonated ? {} : { notice: 'sessionEnded' }) };
    if (to !== pathname) void navigate(to, { replace: true, state });
  };
}

/** Returns `true` for a query of `/me`, unless its answer says that the payment is missing. */
function isWithAccess({ state }: Query): boolean {
  const me = state.data as Me | undefined;
  return me === undefined || hasAccess(me.payment);
}
