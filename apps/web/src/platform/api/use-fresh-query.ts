import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useLatch } from '../use-latch.ts';

/**
 * Returns an answer for a form that starts from it. Pending without data while the answer is stale and the refetch on mount is in flight: a
 * form that started from an outdated answer would send outdated values. Without a connection the stored answer is returned.
 */
export function useFreshQuery<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, refetch, isPending, isFetching } = useQuery(query);
  const isFresh = useLatch(!isPending && !isFetching);
  return { data: isFresh ? data : undefined, error, refetch, isPending: isPending || !isFresh };
}
