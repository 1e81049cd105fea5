import type { AnnouncementList } from '@mutual-transfer/domain/administration/announcement';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';

/** Query of all announcements, the newest first. */
export function adminAnnouncementsQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'announcements', search],
    queryFn: ({ signal }) => callApi<AnnouncementList>(`/admin/announcements?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
