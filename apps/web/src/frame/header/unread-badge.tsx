import { useQuery } from '@tanstack/react-query';
import { unreadAlertsQuery } from '../../notices/notices.queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useAccess } from '../../platform/session/use-access.ts';
import { Badge } from './badge.tsx';

/** Number of unread alerts, for users who may read them. */
export function UnreadBadge({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const access = useAccess();
  const mayRead = access === 'open';
  const { data = 0 } = useQuery({ ...unreadAlertsQuery(userId), enabled: mayRead });
  return <Badge count={mayRead ? data : 0} text={(number) => t('navigation.unread', { number })} />;
}
