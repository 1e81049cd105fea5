import type { Dashboard } from '@mutual-transfer/domain/dashboard/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { callQuery, refetchEvery } from '../platform/api/queries.ts';
import { changeMe, unreadAlertsQuery } from '../platform/session/me.ts';

/**
 * Query of the dashboard, refetched while it is visible. Its answer also updates the open proposals, which the cards of matches read, and
 * what waits, which the header shows.
 */
export function dashboardQuery(userId: string, language: string) {
  return queryOptions({
    ...callQuery(['dashboard', userId, language], '/dashboard', (dashboard: Dashboard, client) => {
      const { proposals, unread } = dashboard;
      client.setQueryData(waitingAgreementsQuery(userId).queryKey, proposals);
      client.setQueryData(unreadAlertsQuery(userId).queryKey, unread);
      const waiting = { alerts: unread, proposals: proposals.pagination.total };
      changeMe(client, userId, (me) => ({ ...me, waiting }));
      return dashboard;
    }),
    refetchInterval: refetchEvery.dashboard,
  });
}
