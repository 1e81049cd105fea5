import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Advice } from '../../matches/advice/advice.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { myRequestsQuery } from '../requests.queries.ts';
import { Readiness } from './readiness.tsx';

interface OwnChancesProps {
  readonly requests: readonly TransferRequest[];
  readonly userId: string;
  /** Shows the advice expanded. */
  readonly isAdviceOpen: boolean;
}

/**
 * One card with readiness switch and advice for each of these requests, labelled with the place if there are several. Renders nothing if
 * no matches are searched for them.
 */
export function OwnChances({ requests, userId, isAdviceOpen }: OwnChancesProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { data: own } = useQuery(myRequestsQuery(userId));
  // The loaded list may not contain a request that was just posted.
  const isSearched = searchedRequests([...requests, ...(own ?? [])]).length > 0;
  const active = isSearched ? searchedRequests(requests) : [];
  if (active.length === 0) return null;
  return (
    <section aria-label={t('request.chances')} className={`${card.card} ${card.openedLast}`}>
      {active.map((given) => (
        <div key={given._id}>
          {active.length > 1 && <strong>{names.place(given.desiredDistrict, given.desiredBlock)}</strong>}
          <Readiness request={own?.find(({ _id }) => _id === given._id) ?? given} />
          <Advice className={card.part} isOpen={isAdviceOpen} request={given} userId={userId} />
        </div>
      ))}
    </section>
  );
}
