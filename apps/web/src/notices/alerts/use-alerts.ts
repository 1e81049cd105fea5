import type { Alert, AlertList } from '@mutual-transfer/domain/notices/alert';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';
import { askAgain } from '../../platform/api/queries.ts';
import { useReading } from '../../platform/i18n/language.tsx';
import { alertsQuery, unreadAlertsQuery } from '../notices.queries.ts';

type Change = Pick<Alert, '_id'> & Partial<Pick<Alert, 'isRead' | 'isHiddenForRecipient'>>;

/**
 * Returns one page of the teacher's alerts, and functions that mark one as read or hide it. Both update the screen before the server
 * answers.
 */
export function useAlerts(userId: string, page?: number) {
  const { language } = useReading();
  const client = useQueryClient();
  const options = alertsQuery(userId, language, page);
  const query = useQuery(options);
  const changing = useMutation({
    mutationFn: ({ _id, isHiddenForRecipient: hidden }: Change) =>
      hidden === undefined
        ? callApi(`/alerts/${_id}/read`, { method: 'PATCH' })
        : callApi(`/alerts/${_id}/hidden`, { method: 'PATCH', body: { hidden } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: options.queryKey });
      client.setQueryData(options.queryKey, (list) => list && withChange(list, change));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: unreadAlertsQuery(userId).queryKey }),
    onError: () => askAgain(client, 'alerts'),
  });
  return {
    query,
    error: changing.error,
    markRead: (_id: string) => changing.mutate({ _id, isRead: true }),
    hide: (_id: string, isHiddenForRecipient: boolean) => changing.mutate({ _id, isHiddenForRecipient }),
  };
}

function withChange({ alerts, ...list }: AlertList['data'], change: Change): AlertList['data'] {
  return {
    ...list,
    alerts: alerts.map((alert) => (alert._id === change._id ? { ...alert, ...change } : alert)),
  };
}
