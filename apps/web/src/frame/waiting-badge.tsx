import { useQuery } from '@tanstack/react-query';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Badge } from './badge.tsx';

/** How many proposals wait for an answer, once a screen has asked for them: the header itself asks for nothing. */
export function WaitingBadge({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...waitingAgreementsQuery(token),
    enabled: ({ state }) => state.data !== undefined,
  });
  return <Badge count={data?.pagination.total ?? 0} text={(number) => t('navigation.waiting', { number })} />;
}
