import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefCallback, useCallback } from 'react';
import type { KeptSession } from '../session/session.ts';

/** A page that fetched nothing for so long has what it shows. */
const QUIET_MS = 3_000;
const LOOK_EVERY_MS = 500;

/**
 * The `ref` of an element that stands on every screen of a teacher: while it is there, what changes for them is followed. Where an
 * administrator looks through their eyes it is asked by the clock.
 */
export function useLiveChanges({ token, user }: KeptSession): RefCallback<HTMLElement> {
  const client = useQueryClient();
  const isFollowed = user.impersonated !== true;
  return useCallback(
    () => (isFollowed ? followOnceQuiet(client, token) : undefined),
    [client, token, isFollowed],
  );
}

/** @returns what ends it. */
function followOnceQuiet(client: QueryClient, token: string): () => void {
  const left = new AbortController();
  const looking = setInterval(() => {
    if (!isQuiet(client)) return;
    clearInterval(looking);
    void follow(client, token, left.signal);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(looking);
    left.abort();
  };
}

async function follow(client: QueryClient, token: string, left: AbortSignal): Promise<void> {
  const { followChanges } = await import('./follow-changes.ts');
  await followChanges(client, token, left);
}

function isQuiet(client: QueryClient): boolean {
  const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
  const isFetching = document.readyState !== 'complete' || client.isFetching() > 0;
  return !isFetching && performance.now() - Math.max(0, ...ends) > QUIET_MS;
}
