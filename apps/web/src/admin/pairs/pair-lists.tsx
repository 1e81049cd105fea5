import { PAIRS_A_PAGE } from '@mutual-transfer/domain/administration/administration';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../../ui/page.module.css';
import { pairsQuery } from '../admin.queries.ts';
import { Download } from '../files/download.tsx';
import { spanFilterNames } from '../list/filters.tsx';
import { filterQuery, listQuery } from '../list/list-address.ts';
import { QueryState } from '../query-state.tsx';
import { PairList } from './pair-list.tsx';

const names = {
  filterNames: ['perfectSearch', 'potentialSearch', ...spanFilterNames],
  pages: ['perfectPage', 'potentialPage'],
  limit: PAIRS_A_PAGE,
};

/** Both lists of pairs, loaded together. */
export function PairLists({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const isNarrowed = spanFilterNames.some((name) => parameters.has(name));
  const query = useQuery(pairsQuery(userId, listQuery(parameters, names)));
  const { data } = query;
  const asked = filterQuery(parameters, names.filterNames);
  // Hides the shared error in both lists, because it is shown above them.
  const shown = { ...query, isError: false };
  return (
    <div className={page.section}>
      {isNarrowed && <p>{t('admin.pairsOfDays')}</p>}
      <QueryState hasSkeletons={false} query={query} />
      <div className={page.chips}>
        <Download
          path={`/admin/matches.csv${asked === '' ? '' : `?${asked}`}`}
          text={t('admin.downloadPairs')}
        />
      </div>
      <PairList
        kind="perfect"
        pagination={data?.perfectPagination}
        pairs={data?.perfectMatches.map(({ userA, userB }) => [userA, userB])}
        query={shown}
      />
      <PairList
        kind="potential"
        pagination={data?.potentialPagination}
        pairs={data?.potentialMatches.map(({ requestor, target }) => [requestor, target])}
        query={shown}
      />
    </div>
  );
}
