import type { AdminSeason, SeasonList } from '@mutual-transfer/domain/seasons/season';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi, callTagged } from '../../platform/api/client.ts';

/** Query of all seasons, the latest first. */
export function adminSeasonsQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'seasons', search],
    queryFn: ({ signal }) => callApi<SeasonList>(`/admin/seasons?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Query of a season with the teachers of its rounds, and its tag. */
export function adminSeasonQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'season', id],
    queryFn: ({ signal }) => callTagged<AdminSeason>(`/admin/seasons/${encodeURIComponent(id)}`, { signal }),
  });
}
