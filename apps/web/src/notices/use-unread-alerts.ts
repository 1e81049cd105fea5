import { useQuery } from '@tanstack/react-query';
import { useSession } from '../platform/session/session.ts';
import { useAccess } from '../platform/session/use-access.ts';
import { unreadAlertsQuery } from './notices.queries.ts';

/**
 * Returns the number of the user's unread alerts. 0 without access, whose call would lead to the payment, and in an administrator's view as
 * the teacher, whose calls are in the audit log.
 */
export function useUnreadAlerts(userId: string): number {
  const access = useAccess();
  const isImpersonated = useSession()?.user.impersonated === true;
  const mayRead = access === 'open' && !isImpersonated;
  const { data = 0 } = useQuery({ ...unreadAlertsQuery(userId), enabled: mayRead });
  return mayRead ? data : 0;
}
