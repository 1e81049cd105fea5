import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/client.ts';

export function oneQuery<Answer>(key: readonly string[], path: string) {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => callApi<Answer>(path, { signal }) });
}

/** Returns the query options of a page of a list. Shows the previous page until the next one has loaded. */
export function adminListQuery<Answer>(key: readonly string[], path: string, search: string) {
  return { ...oneQuery<Answer>([...key, search], `${path}?${search}`), placeholderData: keepPreviousData };
}

export type AdminListQuery<Answer> = ReturnType<typeof adminListQuery<Answer>>;

/** Returns the query options of a list that changes without the administrator's actions. Refetched on every mount. */
export function freshPageQuery<Answer>(key: readonly string[], path: string, search: string) {
  return { ...adminListQuery<Answer>(key, path, search), staleTime: 0 };
}
