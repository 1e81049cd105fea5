import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import {
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { callApi } from './client.ts';
import { loadTexts } from './i18n/language.tsx';
import { persisterOf } from './persister.ts';
import { currentSession } from './session.ts';

/** Five minutes, different in each page load, so that clients do not refetch at the same time. */
const FIVE_MINUTES_MS = 300_000 * (0.8 + Math.random() * 0.4);

/** How old a shown answer may become, as `refetchInterval`. A hidden tab refetches nothing. */
export const refetchEvery = {
  /** The dashboard, and the number of unread alerts on the other pages. */
  dashboard: often(DASHBOARD_POLL),
  /** The page of one agreement, whose members act in turn. */
  agreement: often(10_000),
  others: FIVE_MINUTES_MS,
} as const;

/** Returns a short interval, except in an administrator's view as a teacher, whose reads are in the audit log. */
function often(milliseconds: number): () => number {
  return () => (currentSession()?.user.impersonated ? FIVE_MINUTES_MS : milliseconds);
}

/** Options of answers that change without an action of the user. They are also refetched when the tab is shown, or the network returns. */
export const refetched = {
  refetchInterval: refetchEvery.others,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const;

/** Keys of the queries derived from the account or its requests. */
const ownQueries = [
  'dashboard',
  'me',
  'my-requests',
  'request',
  'hidden-requests',
  'requests',
  'matches',
  'rings',
  'advice',
  'alerts',
  'profile',
];

/**
 * Returns the options of a query that makes one API call, with its path as `meta`. Some answers are stored for the next visit: see
 * `platform/stored-answer.ts`.
 *
 * A key whose answer depends on the viewer has the account's id as its second part, so that no teacher sees another's answer. Keys contain
 * nothing secret. When the account changes, its answers are removed: see `platform/end-of-session.ts`.
 */
export function callQuery<Answer, Data>(
  queryKey: readonly string[],
  path: string,
  read: (answer: Answer, client: QueryClient) => Data,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => read(await callApi<Answer>(path, { signal }), client),
    meta: { path },
    ...persisterOf<Data, readonly string[]>(queryKey),
    ...refetched,
  });
}

/** Awaits an answer that contains blocks together with their names. English names are used if these cannot be loaded. */
export async function withBlockNames<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([asked, loadTexts(['blocks']).catch(() => undefined)]);
  return answer;
}

/**
 * Invalidates every query derived from the account or its requests, without awaiting the refetch.
 *
 * @param known key of a query whose new answer is known.
 */
export function refreshOwn(client: QueryClient, known?: string): void {
  void askAgain(client, ...ownQueries.filter((key) => key !== known));
}

export function askAgain(client: QueryClient, ...keys: readonly string[]): Promise<void> {
  return askAgainIf(client, ({ queryKey }) => keys.includes(String(queryKey[0])));
}

/** Invalidates the queries for which the condition holds. Cancels those in flight, whose answers may be from before the change. */
export async function askAgainIf(
  client: QueryClient,
  predicate: (query: Pick<Query, 'queryKey'>) => boolean,
): Promise<void> {
  await client.cancelQueries({ predicate });
  await client.invalidateQueries({ predicate });
}

/**
 * Returns an answer for a form that starts from it, fetched after the form was opened: a form that started from an outdated answer would
 * send outdated values. For queries whose answers are not stored on the device.
 */
export function useFreshQuery<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...query, refetchOnMount: 'always' });
  return {
    data: isFetchedAfterMount ? data : undefined,
    error,
    refetch,
    isPending: !isFetchedAfterMount,
  };
}
