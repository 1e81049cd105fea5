import { filterNames } from '@mutual-transfer/domain/requests/request-filters';
import { IconX } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import chip from '../../ui/chip.module.css';
import page from '../../ui/page.module.css';
import { withFilter } from '../list-search.ts';
import { useFilterLabel } from './use-filter-labels.ts';

interface ActiveFiltersProps {
  /** Moves focus to the heading of the list after the last filter is removed. */
  readonly onNoneLeft: () => void;
}

/** Active filters, each with a button that removes it and focuses the next one, and a button that removes all. */
export function ActiveFilters({ onNoneLeft }: ActiveFiltersProps) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const filterLabel = useFilterLabel();
  const chosen = filterNames.filter((name) => (parameters.get(name) ?? '') !== '');
  if (chosen.length === 0) return null;
  const focusBeside = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const links = [...(currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('a[aria-label]') ?? [])];
    const place = links.indexOf(currentTarget);
    const next = links[place + 1] ?? links[place - 1];
    if (next === undefined) onNoneLeft();
    else next.focus({ preventScroll: true });
  };
  return (
    <ul aria-label={t('browse.filters')} className={page.chips}>
      {chosen.map((name) => (
        <li key={name}>
          <Link
            aria-label={t('browse.remove', { filter: filterLabel(name, parameters) })}
            className={chip.chip}
            onClick={focusBeside}
            preventScrollReset
            to={{ search: `${withFilter(parameters, name, '')}` }}
          >
            {filterLabel(name, parameters)}
            <IconX aria-hidden="true" size={16} />
          </Link>
        </li>
      ))}
      <li>
        <Link className={chip.chip} onClick={onNoneLeft} preventScrollReset to={{ search: '' }}>
          {t('browse.reset')}
        </Link>
      </li>
    </ul>
  );
}
