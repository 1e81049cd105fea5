import type { Alert, AlertList, SentAlertList } from '@mutual-transfer/domain/notices/alert';
import type { NoticeSettings } from '@mutual-transfer/domain/notices/notice-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { callApi } from '../platform/client.ts';
import { unreadAlertsQuery, useMe } from '../platform/me.ts';
import { paths } from '../platform/paths.ts';
import { askAgain, callQuery } from '../platform/queries.ts';
import { useSession } from '../platform/session.ts';
import { useAccess } from '../platform/use-access.ts';

const ALERTS_A_PAGE = 20;

/**
 * Query of one page of the user's alerts including hidden ones, newest first. The product's own alerts are sentences, so the answer depends
 * on the language.
 */
export function alertsQuery(userId: string, language: string, page: number) {
  const part = `page=${page}&limit=${ALERTS_A_PAGE}`;
  return callQuery(
    ['alerts', userId, language, part],
    `/alerts?includeHidden=true&${part}`,
    ({ data }: AlertList) => data,
  );
}

export function sentAlertsQuery(userId: string, page: number) {
  return callQuery(
    ['alerts', userId, 'sent', String(page)],
    `/alerts/sent?page=${page}&limit=${ALERTS_A_PAGE}`,
    ({ data }: SentAlertList) => data,
  );
}

export function noticeSettingsQuery(userId: string) {
  return callQuery(['notice-settings', userId], '/notices/settings', (settings: NoticeSettings) => settings);
}

/**
 * Returns the number of the user's unread alerts: of the last answer of `/me`, of the dashboard, or of its own call, which the other pages
 * repeat. 0 without access. The view of an administrator as a teacher makes no call of its own, since each is in the audit log.
 */
export function useUnreadAlerts(userId: string): number {
  const mayRead = useAccess() === 'open';
  const isImpersonated = useSession()?.user.impersonated === true;
  const isOnDashboard = useLocation().pathname === paths.dashboard;
  const waiting = useMe().data?.waiting;
  const { data = waiting?.alerts ?? 0 } = useQuery({
    ...unreadAlertsQuery(userId),
    enabled: mayRead && waiting != null && !isImpersonated,
    ...(isOnDashboard ? { refetchInterval: false, refetchOnWindowFocus: false } : {}),
  });
  return mayRead ? data : 0;
}

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
