import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { loadTexts } from '../i18n/language.tsx';
import { callApi } from './client.ts';
import { orStored } from './stored-fallback.ts';

/**
 * `refetchInterval` in milliseconds, for answers that change without an event: over time, or because a teacher blocks another. Random per
 * page load, so that clients do not refetch at the same time.
 */
const REFETCH_EVERY_MS = 300_000 * (0.8 + Math.random() * 0.4);

/** Keys of the queries derived from the account or its requests. */
const ownQueries = [
  'my-requests',
  'hidden-requests',
  'requests',
  'matches',
  'rings',
  'advice',
  'alerts',
  'profile',
];

/**
 * Returns the options of a query that makes one API call, with its path as `meta`. Some answers are stored for use without a connection:
 * see `platform/offline/stored-answers.ts`.
 *
 * A key whose answer depends on the viewer has the account's id as its second part, so that no teacher sees another's answer. Keys contain
 * nothing secret. When the account changes, its answers are removed: see `platform/offline/use-last-state.ts`.
 */
export function callQuery<Answer, Data>(
  queryKey: readonly string[],
  path: string,
  read: (answer: Answer) => Data,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) =>
      read(await callApi<Answer>(path, { signal }).catch(orStored(client, queryKey))),
    meta: { path },
    refetchInterval: REFETCH_EVERY_MS,
  });
}

/** Awaits an answer that contains blocks together with their names. English names are used if these cannot be loaded. */
export async function withBlockNames<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([asked, loadTexts(['blocks']).catch(() => undefined)]);
  return answer;
}

/** Invalidates every query derived from the account or its requests, without awaiting the refetch. */
export function refreshOwn(client: QueryClient): void {
  for (const key of ownQueries) void askAgain(client, key);
}

/** Invalidates all queries under a key. Cancels those in flight, whose answers may be from before the change. */
export async function askAgain(client: QueryClient, key: string): Promise<void> {
  await client.cancelQueries({ queryKey: [key] });
  await client.invalidateQueries({ queryKey: [key] });
}
