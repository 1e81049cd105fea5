import type { Person } from '@mutual-transfer/domain/accounts/user';
import { ADMIN_PAIR_SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import type { Pagination } from '@mutual-transfer/domain/pagination';
import { IconArrowRight, IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { TypedSearch } from '../../ui/typed-search.tsx';
import classes from '../admin.module.css';
import { useWords } from '../admin-address.ts';
import { Pages } from '../list-frame.tsx';
import { PairPerson } from './pair-person.tsx';

type Pair = readonly [Person, Person];

interface PairListProps {
  readonly kind: 'perfect' | 'potential';
  readonly pairs: readonly Pair[] | undefined;
  readonly pagination: Pagination | undefined;
  readonly isPending: boolean;
  /** The list still shows the previous search while the new one loads. */
  readonly isStale: boolean;
}

/** List of pairs of teachers with a search, which can be collapsed. */
export function PairList({ kind, pairs, pagination, isPending, isStale }: PairListProps) {
  const { t } = useTranslation();
  const pageName = `${kind}Page`;
  const words = useWords(`${kind}Search`, [pageName]);
  return (
    <details className={card.card} open>
      <summary>
        <h2>{t(`admin.${kind}`)}</h2>
      </summary>
      <div aria-busy={isStale} className={page.section}>
        <p className={page.soft}>{t(`admin.${kind}Hint`)}</p>
        <div className={page.search}>
          <TypedSearch
            delay={ADMIN_PAIR_SEARCH_DEBOUNCE}
            hint={t('admin.searchPairsHint')}
            label={`${t(`admin.${kind}`)}: ${t('admin.searchPairs')}`}
            name={`${kind}Search`}
            onChange={words.change}
            value={words.value}
          />
        </div>
        {isPending && <CardSkeletons label={t('common.loading')} />}
        {pagination && pairs && (
          <Pages
            empty={t('admin.noPairs')}
            label={t(`admin.${kind}`)}
            pageName={pageName}
            pagination={pagination}
          >
            <ul className={page.stack}>
              {pairs.map((pair) => (
                <PairRow key={pair.map(({ _id }) => _id).join()} kind={kind} pair={pair} />
              ))}
            </ul>
          </Pages>
        )}
      </div>
    </details>
  );
}

function PairRow({ kind, pair: [first, second] }: { kind: PairListProps['kind']; pair: Pair }) {
  const { t } = useTranslation();
  const isPerfect = kind === 'perfect';
  const Icon = isPerfect ? IconArrowsExchange : IconArrowRight;
  return (
    <li className={`${page.well} ${classes.pair}`} data-perfect={isPerfect || undefined}>
      <PairPerson person={first} role={t(isPerfect ? 'admin.first' : 'admin.wants')} />
      <Icon aria-hidden="true" className={classes.sign} size={26} />
      <PairPerson person={second} role={t(isPerfect ? 'admin.second' : 'admin.works')} />
    </li>
  );
}
