import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { unreadAlertsQuery, useMe } from '../platform/session/me.ts';
import { useSession } from '../platform/session/session.ts';
import { useAccess } from '../platform/session/use-access.ts';

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
