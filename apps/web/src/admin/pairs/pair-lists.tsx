import { PAIRS_A_PAGE } from '@mutual-transfer/domain/administration/administration';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { pairsQuery } from '../admin.queries.ts';
import { listQuery } from '../admin-address.ts';
import { spanWords } from '../span-fields.tsx';
import { PairList } from './pair-list.tsx';

const names = {
  words: ['perfectSearch', 'potentialSearch', ...spanWords],
  pages: ['perfectPage', 'potentialPage'],
  limit: PAIRS_A_PAGE,
};

/** Both lists of pairs, loaded together. */
export function PairLists({ token }: { token: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const isNarrowed = spanWords.some((name) => parameters.has(name));
  const query = useQuery(pairsQuery(token, listQuery(parameters, names)));
  const { isPending, isPlaceholderData: isStale, data } = query;
  return (
    <div className={page.section}>
      {isNarrowed && <p>{t('admin.pairsOfDays')}</p>}
      {query.isError && <Failure onRetry={() => void query.refetch()} text={t('admin.failed')} />}
      <PairList
        isPending={isPending}
        isStale={isStale}
        kind="perfect"
        pagination={data?.perfectPagination}
        pairs={data?.perfectMatches.map(({ userA, userB }) => [userA, userB])}
      />
      <PairList
        isPending={isPending}
        isStale={isStale}
        kind="potential"
        pagination={data?.potentialPagination}
        pairs={data?.potentialMatches.map(({ requestor, target }) => [requestor, target])}
      />
    </div>
  );
}
