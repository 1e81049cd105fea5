import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

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
