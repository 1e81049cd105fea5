import type { Alert } from '@mutual-transfer/domain/alert';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { useReading } from '../../i18n/language.tsx';
import { live } from '../../people/live.ts';
import { alertsQuery } from './dashboard-queries.ts';

type Change = Pick<Alert, '_id'> & Partial<Pick<Alert, 'isRead' | 'isHiddenForRecipient'>>;

/** The alerts of the signed-in teacher, and the ways to mark one as read and to hide it; both show at once. */
export function useAlerts(token: string) {
  const { language } = useReading();
  const client = useQueryClient();
  const options = alertsQuery(token, language);
  const query = useQuery({ ...options, ...live });
  const changing = useMutation({
    mutationFn: ({ _id, isHiddenForRecipient: hidden }: Change) =>
      hidden === undefined
        ? callApi(`/alerts/${_id}/read`, { method: 'PATCH' })
        : callApi(`/alerts/${_id}/hidden`, { method: 'PATCH', body: { hidden } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: options.queryKey });
      client.setQueryData(options.queryKey, (alerts) =>
        alerts?.map((alert) => (alert._id === change._id ? { ...alert, ...change } : alert)),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  return {
    query,
    error: changing.error,
    markRead: (_id: string) => changing.mutate({ _id, isRead: true }),
    hide: (_id: string, isHiddenForRecipient: boolean) => changing.mutate({ _id, isHiddenForRecipient }),
  };
}
