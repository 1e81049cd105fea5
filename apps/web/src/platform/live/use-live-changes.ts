import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefCallback, useCallback } from 'react';
import type { KeptSession } from '../session/session.ts';
import { followChanges, refetchByClock } from './follow-changes.ts';

/** A page that fetched nothing for so long has what it shows. */
const QUIET_MS = 3_000;
const LOOK_EVERY_MS = 500;

/**
 * Returns the `ref` of an element that stands on every screen of a teacher. While it is mounted, changes are followed. An administrator who
 * looks through a teacher's eyes has no stream, so that each of their looks stands in the audit log: their screen refetches by the clock.
 */
export function useLiveChanges({ token, user }: KeptSession): RefCallback<HTMLElement> {
  const client = useQueryClient();
  const isFollowed = user.impersonated !== true;
  return useCallback(() => {
    const leaving = new AbortController();
    const followed = { client, token, left: leaving.signal };
    if (isFollowed) void followChanges(followed, untilQuiet(client, leaving.signal));
    else void refetchByClock(followed, DASHBOARD_POLL);
    return () => leaving.abort();
  }, [client, token, isFollowed]);
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
