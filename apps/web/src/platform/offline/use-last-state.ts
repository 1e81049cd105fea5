import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetPaymentStatus } from '../session/payment-status.ts';
import { useSession } from '../session/session.ts';
import { restoreLastState } from './stored-answers.ts';

/** Restores the last state of a session, and clears its answers when it ends, in this tab or another one. */
export function useLastState(client: QueryClient): void {
  const token = useSession()?.token;
  // An effect, since the session is outside React: it may end in another tab.
  useEffect(() => {
    if (token === undefined) return;
    // Without a cache, or if the user forbids storage, there is nothing to restore.
    void restoreLastState(client).catch(() => {});
    return () => {
      forgetPaymentStatus();
      client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(token) });
    };
  }, [client, token]);
}
