import type { Person } from '@mutual-transfer/domain/accounts/user';
import { ADMIN_PAIR_SEARCH_DEBOUNCE, PAIRS_A_PAGE } from '@mutual-transfer/domain/constants';
import type { Pagination } from '@mutual-transfer/domain/query-parameters';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { Contact } from '../ui/contact.tsx';
import page from '../ui/page.module.css';
import { pairsQuery } from './admin.queries.ts';
import { AdminList } from './list/admin-list.tsx';
import type { Column } from './list/columns.ts';
import { spanFilterNames } from './list/filters.tsx';
import { listQuery } from './list/list-address.ts';
import { QueryState } from './list/query-state.tsx';
import { MoveLine, PersonLink } from './person-link.tsx';

function PairPerson({ person }: { person: Person }) {
  const names = useNames();
  return (
    <div className={page.tight}>
      <p>
        <PersonLink person={{ _id: person._id ?? '', name: names.personal(person.name) }} />
      </p>
      <MoveLine {...person} />
      <p className={page.soft}>
        {names.subject(person.subject)} · {names.classLevel(person.classRange)} ·{' '}
        {names.personal(person.schoolName)}
      </p>
      <Contact isCompact person={person} />
    </div>
  );
}

type Pair = readonly [Person, Person];

type PairKind = 'perfect' | 'potential';

interface PairListProps {
  kind: PairKind;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  pairs: readonly Pair[] | undefined;
  pagination: Pagination | undefined;
  query: React.ComponentProps<typeof AdminList>['query'];
}

const headers = {
  perfect: ['admin.first', 'admin.second'],
  potential: ['admin.wants', 'admin.works'],
} as const;

/** Collapsible list of pairs of teachers, with a search. */
function PairList({ kind, isOpen, onToggle, pairs, pagination, query }: PairListProps) {
  const { t } = useTranslation();
  const columns: Column<Pair>[] = headers[kind].map((header, index) => ({
    id: header,
    header: t(header),
    value: (pair) => {
      const person = pair[index];
      return person && <PairPerson person={person} />;
    },
  }));
  return (
    <details className={card.card} onToggle={(event) => onToggle(event.currentTarget.open)} open={isOpen}>
      <summary>
        <h2>{t(`admin.${kind}`)}</h2>
      </summary>
      {isOpen && (
        <div className={page.section}>
          <p className={page.soft}>{t(`admin.${kind}Hint`)}</p>
          <AdminList
            columns={columns}
            empty={t('admin.noPairs')}
            filters={[
              {
                kind: 'search',
                name: `${kind}Search`,
                label: `${t(`admin.${kind}`)}: ${t('admin.searchPairs')}`,
                hint: t('admin.personHint'),
                delay: ADMIN_PAIR_SEARCH_DEBOUNCE,
              },
            ]}
            isEven
            keyOf={(pair) => pair.map(({ _id }) => _id).join()}
            label={t(`admin.${kind}`)}
            pageName={`${kind}Page`}
            pagination={pagination}
            query={query}
            rows={pairs}
          />
        </div>
      )}
    </details>
  );
}

const names = {
  filterNames: ['perfectSearch', 'potentialSearch', ...spanFilterNames],
  pages: ['perfectPage', 'potentialPage'],
  limit: PAIRS_A_PAGE,
};

const kinds: readonly PairKind[] = ['perfect', 'potential'];

/** Both lists of pairs, loaded together once one of them is open. A list whose search or page is in the address is open. */
export function PairsSection({ userId }: { userId: string }) {
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
