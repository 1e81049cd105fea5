import { useQuery } from '@tanstack/react-query';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Badge } from './badge.tsx';

/** Badge with the number of proposals that wait for an answer. Reads the cache only: the header makes no call for it. */
export function WaitingBadge({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...waitingAgreementsQuery(userId),
    enabled: ({ state }) => state.data !== undefined,
  });
  return <Badge count={data?.pagination.total ?? 0} text={(number) => t('navigation.waiting', { number })} />;
}
