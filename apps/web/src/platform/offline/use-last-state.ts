import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetDrafts, forgetDraftsOfOthers } from '../drafts.ts';
import { forgetPaymentStatus } from '../session/payment-status.ts';
import { currentSession, type StoredSession, useStoredSession } from '../session/session.ts';
import { restoreLastState } from './stored-answers.ts';

/**
 * Restores the last state of an account. Removes the answers and drafts of the account from this tab when its session ends, in this tab or
 * another one. A new token of the same account keeps them.
 */
export function useLastState(client: QueryClient): void {
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
    // Without a cache, or if the user forbids storage, there is nothing to restore.
    void restoreLastState(client).catch(() => {});
    return () => {
      // React's strict mode runs each effect twice.
      const next = currentSession();
      if (next?.user._id === userId && isImpersonating(next) === isImpersonated) return;
      forgetPaymentStatus();
      forgetDrafts();
      client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(userId) });
    };
  }, [client, userId, isImpersonated]);
}

/** Returns `true` for an administrator who views the product as a teacher, and is not that teacher. */
function isImpersonating(session: StoredSession | null): boolean {
  return session?.user.impersonated === true;
}
