import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { agreementQuery, agreementsQuery, refreshAgreements } from '../../agreements/agreements.queries.ts';
import { alertsQuery } from '../../notices/notices.queries.ts';
import { isUnanswered } from '../../platform/api/client.ts';
import { languageOnScreen } from '../../platform/i18n/language.tsx';
import { isStored, storeAnswers } from '../../platform/offline/stored-answers.ts';
import { loadWaitingWrites, sendWaiting } from '../../platform/offline/write-queue.ts';
import { currentSession } from '../../platform/session/session.ts';

const SEND_EVERY = 10_000;

/**
 * Returns `undefined` while API calls of the page reach the server. Otherwise returns the time in milliseconds since which the shown data
 * may be outdated, or 0 if no personal data is shown. While mounted, the hook stores answers and sends queued writes.
 */
export function useConnection(): number | undefined {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => watch(client, listener), [client]);
  return useSyncExternalStore(subscribe, () => shownSince(client));
}

function watch(client: QueryClient, listener: () => void): () => void {
  let isReached = false;
  const send = async () => {
    if (isReached && (await sendWaiting()) > 0) refreshAgreements(client);
  };
  const update = () => {
    const wasReached = isReached;
    isReached = shownSince(client) === undefined;
    if (isReached && !wasReached) void send();
    listener();
  };
  const stopStoring = storeAnswers(client, renewalOf);
  const stopUpdating = client.getQueryCache().subscribe(notifyManager.batchCalls(update));
  const timer = setInterval(() => void send(), SEND_EVERY);
  window.addEventListener('offline', update);
  // If the user forbids storage, no writes wait.
  void loadWaitingWrites()
    .catch(() => {})
    .then(update);
  return () => {
    stopStoring();
    stopUpdating();
    clearInterval(timer);
    window.removeEventListener('offline', update);
  };
}

function shownSince(client: QueryClient): number | undefined {
  const shown = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive());
  if (navigator.onLine && !shown.some(isUnreached)) return undefined;
  const times = shown.flatMap(({ queryKey, state }) =>
    isStored(queryKey) && queryKey[0] !== 'payment-status' && state.data !== undefined
      ? [state.dataUpdatedAt]
      : [],
  );
  return times.length === 0 ? 0 : Math.min(...times);
}

function isUnreached({ state }: Query): boolean {
  return isUnanswered(state.fetchFailureReason) || isUnanswered(state.error);
}

/**
 * Returns the query that refetches a stored entry: an agreement, a page of agreements, or the first page of alerts. `undefined` for other
 * query keys.
 */
function renewalOf([kind, part, id]: readonly string[]) {
  const userId = currentSession()?.user._id;
  if (userId === undefined) return undefined;
  if (kind === 'alerts' && id?.startsWith('page=1&')) return alertsQuery(userId, languageOnScreen(), 1);
  if (kind !== 'agreements') return undefined;
  if (part === 'one' && id !== undefined) return agreementQuery(userId, id);
  return Number(part) > 0 ? agreementsQuery(userId, Number(part)) : undefined;
}
