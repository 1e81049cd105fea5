import type { Alert, AlertList } from '@mutual-transfer/domain/notices/alert';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';
import { askAgain } from '../../platform/api/queries.ts';
import { unreadAlertsQuery } from '../../platform/session/me.ts';

type Change = Pick<Alert, '_id'> & Partial<Pick<Alert, 'isRead' | 'isHiddenForRecipient'>>;

/** Loaded answer that may list alerts: a page of alerts, the dashboard, or the number of unread ones. */
type Loaded = Partial<Pick<AlertList['data'], 'alerts'>> | number | undefined;

/** Returns functions that mark an alert as read or hide it. Both update the screen before the server answers. */
export function useAlertChanges(userId: string) {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ _id, isHiddenForRecipient: hidden }: Change) =>
      hidden === undefined
        ? callApi(`/alerts/${_id}/read`, { method: 'PATCH' })
        : callApi(`/alerts/${_id}/hidden`, { method: 'PATCH', body: { hidden } }),
    onMutate: async (change) => {
      for (const queryKey of [
        ['alerts', userId],
        ['dashboard', userId],
      ]) {
        await client.cancelQueries({ queryKey });
        client.setQueriesData<Loaded>({ queryKey }, (loaded) => withChange(loaded, change));
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: unreadAlertsQuery(userId).queryKey }),
    onError: () => askAgain(client, 'alerts', 'dashboard'),
  });
  return {
    error: changing.error,
    markRead: (_id: string) => changing.mutate({ _id, isRead: true }),
    hide: (_id: string, isHiddenForRecipient: boolean) => changing.mutate({ _id, isHiddenForRecipient }),
  };
}

function withChange(loaded: Loaded, change: Change): Loaded {
  if (typeof loaded !== 'object' || loaded.alerts === undefined) return loaded;
  const alerts = loaded.alerts.map((alert) => (alert._id === change._id ? { ...alert, ...change } : alert));
  return { ...loaded, alerts };
}
