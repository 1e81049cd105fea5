import { useTranslation } from '../../platform/i18n/language.tsx';
import { useMe } from '../../platform/session/me.ts';
import { useAccess } from '../../platform/session/use-access.ts';
import { Badge } from './badge.tsx';

/** Badge with the number of proposals that wait for an answer, for users who may read them. */
export function WaitingBadge() {
  const { t } = useTranslation();
  const mayRead = useAccess() === 'open';
  const count = useMe().data?.waiting?.proposals ?? 0;
  return <Badge count={mayRead ? count : 0} text={(number) => t('navigation.waiting', { number })} />;
}
