import { useUnreadAlerts } from '../../notices/use-unread-alerts.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Badge } from './badge.tsx';

/** Number of unread alerts, for users who may read them. */
export function UnreadBadge({ userId }: { userId: string }) {
  const { t } = useTranslation();
  return <Badge count={useUnreadAlerts(userId)} text={(number) => t('navigation.unread', { number })} />;
}
