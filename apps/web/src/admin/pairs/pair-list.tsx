import type { Person } from '@mutual-transfer/domain/accounts/user';
import { ADMIN_PAIR_SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import type { Pagination } from '@mutual-transfer/domain/pagination';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { AdminList } from '../list/admin-list.tsx';
import type { Column } from '../list/columns.ts';
import { PairPerson } from './pair-person.tsx';

type Pair = readonly [Person, Person];

export type PairKind = 'perfect' | 'potential';

interface PairListProps {
  readonly kind: PairKind;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly pairs: readonly Pair[] | undefined;
  readonly pagination: Pagination | undefined;
  readonly query: React.ComponentProps<typeof AdminList>['query'];
}

const headers = {
  perfect: ['admin.first', 'admin.second'],
  potential: ['admin.wants', 'admin.works'],
} as const;

/** Collapsible list of pairs of teachers, with a search. */
export function PairList({ kind, isOpen, onToggle, pairs, pagination, query }: PairListProps) {
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
