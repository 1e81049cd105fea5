import { useQuery } from '@tanstack/react-query';
import { waitingAgreementsQuery } from '../../agreements/agreements.queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useAccess } from '../../platform/session/use-access.ts';
import { Badge } from './badge.tsx';

/** Badge with the number of proposals that wait for an answer, for users who may read them. */
export function WaitingBadge({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const access = useAccess();
  const mayRead = access === 'open';
  const { data } = useQuery({ ...waitingAgreementsQuery(userId), enabled: mayRead });
  const count = mayRead ? (data?.pagination.total ?? 0) : 0;
  return <Badge count={count} text={(number) => t('navigation.waiting', { number })} />;
}
