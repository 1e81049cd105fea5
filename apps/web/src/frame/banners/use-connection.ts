import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isUnanswered } from '../../platform/api/client.ts';
import { forgetOldAnswers } from '../../platform/offline/persister.ts';
import { isPersisted } from '../../platform/offline/stored-answer.ts';

/**
 * Returns `undefined` while API calls of the page reach the server. Otherwise returns the time in milliseconds since which the shown data
 * may be outdated, or 0 if no stored data is shown, or only a part of it. Old answers are deleted when it mounts.
 */
export function useConnection(): number | undefined {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => watch(client, listener), [client]);
  return useSyncExternalStore(subscribe, () => shownSince(client));
}

function watch(client: QueryClient, listener: () => void): () => void {
  void forgetOldAnswers();
  const stopWatching = client.getQueryCache().subscribe(notifyManager.batchCalls(listener));
  window.addEventListener('offline', listener);
  return () => {
    stopWatching();
    window.removeEventListener('offline', listener);
  };
}

function shownSince(client: QueryClient): number | undefined {
  const shown = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive());
  if (navigator.onLine && !shown.some(isUnreached)) return undefined;
  const stored = shown.filter(({ queryKey }) => isPersisted(queryKey) && queryKey[0] !== 'me');
  if (stored.some(({ state }) => state.data === undefined && state.error !== null)) return 0;
  const times = stored.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
  return times.length === 0 ? 0 : Math.min(...times);
}

function isUnreached({ state }: Query): boolean {
  return isUnanswered(state.fetchFailureReason) || isUnanswered(state.error);
}
