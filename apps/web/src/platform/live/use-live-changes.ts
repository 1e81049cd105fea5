import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefCallback, useCallback } from 'react';
import type { KeptSession } from '../session/session.ts';
import { followChanges, refetchByClock } from './follow-changes.ts';

/** Time without calls after which the page counts as loaded. */
const QUIET_MS = 3_000;
const LOOK_EVERY_MS = 500;

/**
 * Returns the `ref` of an element on every page of a teacher. Follows changes while it is mounted. An administrator who views the product
 * as a teacher has no stream, so that each of their reads is in the audit log: their queries are refetched at an interval.
 */
export function useLiveChanges({ token, user }: KeptSession): RefCallback<HTMLElement> {
  const client = useQueryClient();
  const { _id: userId } = user;
  const isFollowed = user.impersonated !== true;
  return useCallback(() => {
    const leaving = new AbortController();
    const followed = { client, token, userId, left: leaving.signal };
    if (isFollowed) void followChanges(followed, untilQuiet(client, leaving.signal));
    else void refetchByClock(followed, DASHBOARD_POLL);
    return () => leaving.abort();
  }, [client, token, userId, isFollowed]);
}

function untilQuiet(client: QueryClient, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      if (!left.aborted && !isQuiet(client)) return;
      clearInterval(looking);
      resolve();
    }, LOOK_EVERY_MS);
  });
}

function isQuiet(client: QueryClient): boolean {
  const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
  const isFetching = document.readyState !== 'complete' || client.isFetching() > 0;
  return !isFetching && performance.now() - Math.max(0, ...ends) > QUIET_MS;
}
