import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { agreementQuery, agreementsQuery, refreshAgreements } from '../agreements/agreements.queries.ts';
import { isUnanswered } from '../platform/api/client.ts';
import { isKept, keepAnswers } from '../platform/offline/stored-answers.ts';
import { loadWaitingWrites, sendWaiting } from '../platform/offline/write-queue.ts';
import { currentSession } from '../platform/session/session.ts';

const SEND_EVERY = 10_000;

/**
 * Whether the server is reached, as the calls of the screen find it: `undefined` when it is; else since when what is shown may have
 * changed, in milliseconds, or 0 where nothing of one's own is shown. While it is watched, answers are kept and what waits is sent.
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
  const look = () => {
    const wasReached = isReached;
    isReached = shownSince(client) === undefined;
    if (isReached && !wasReached) void send();
    listener();
  };
  const refresh = () => void client.refetchQueries({ type: 'active' });
  const stopKeeping = keepAnswers(client, (words) => renewAgreement(client, words));
  const stopLooking = client.getQueryCache().subscribe(notifyManager.batchCalls(look));
  const timer = setInterval(() => void send(), SEND_EVERY);
  window.addEventListener('online', refresh);
  window.addEventListener('offline', look);
  void loadWaitingWrites().then(look);
  return () => {
    stopKeeping();
    stopLooking();
    clearInterval(timer);
    window.removeEventListener('online', refresh);
    window.removeEventListener('offline', look);
  };
}

function shownSince(client: QueryClient): number | undefined {
  const shown = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive());
  if (navigator.onLine && !shown.some(isUnreached)) return undefined;
  const times = shown.flatMap(({ queryKey, state }) =>
    isKept(queryKey) && queryKey[0] !== 'payment-status' && state.data !== undefined
      ? [state.dataUpdatedAt]
      : [],
  );
  return times.length === 0 ? 0 : Math.min(...times);
}

function isUnreached({ state }: Query): boolean {
  return isUnanswered(state.fetchFailureReason) || isUnanswered(state.error);
}

/** A teacher who looked at agreements needs them on the way, too: they are kept again, as their members show them now. */
function renewAgreement(client: QueryClient, [kind, part, id]: readonly string[]): void {
  const token = currentSession()?.token;
  if (token === undefined || kind !== 'agreements') return;
  if (part === 'one' && id !== undefined) void client.prefetchQuery(agreementQuery(token, id));
  if (Number(part) > 0) void client.prefetchQuery(agreementsQuery(token, Number(part)));
}
