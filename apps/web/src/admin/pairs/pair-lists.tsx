import { PAIRS_A_PAGE } from '@mutual-transfer/domain/administration/administration';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../../ui/page.module.css';
import { pairsQuery } from '../admin.queries.ts';
import { spanFilterNames } from '../list/filters.tsx';
import { listQuery } from '../list/list-address.ts';
import { QueryState } from '../query-state.tsx';
import { type PairKind, PairList } from './pair-list.tsx';

const names = {
  filterNames: ['perfectSearch', 'potentialSearch', ...spanFilterNames],
  pages: ['perfectPage', 'potentialPage'],
  limit: PAIRS_A_PAGE,
};

const kinds: readonly PairKind[] = ['perfect', 'potential'];

/** Both lists of pairs, loaded together once one of them is open. A list whose search or page is in the address is open. */
export function PairLists({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const isNarrowed = spanFilterNames.some((name) => parameters.has(name));
  const [open, setOpen] = useState(() =>
    kinds.filter((kind) => parameters.has(`${kind}Search`) || parameters.has(`${kind}Page`)),
  );
  const query = useQuery({
    ...pairsQuery(userId, listQuery(parameters, names)),
    enabled: open.length > 0,
  });
  const foldOf = (kind: PairKind) => ({
    kind,
    isOpen: open.includes(kind),
    onToggle: (isOpen: boolean) =>
      setOpen((before) => kinds.filter((one) => (one === kind ? isOpen : before.includes(one)))),
  });
  const { data } = query;
  // Hides the shared error in both lists, because it is shown above them.
  const shown = { ...query, error: null };
  return (
    <div className={page.section}>
      {isNarrowed && <p>{t('admin.pairsOfDays')}</p>}
      {open.length > 0 && <QueryState hasSkeletons={false} query={query} />}
      <PairList
        {...foldOf('perfect')}
        pagination={data?.perfectPagination}
        pairs={data?.perfectMatches.map(({ userA, userB }) => [userA, userB])}
        query={shown}
      />
      <PairList
        {...foldOf('potential')}
        pagination={data?.potentialPagination}
        pairs={data?.potentialMatches.map(({ requestor, target }) => [requestor, target])}
        query={shown}
      />
    </div>
  );
}
