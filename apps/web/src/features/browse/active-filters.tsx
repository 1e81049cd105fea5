import { filterNames } from '@mutual-transfer/domain/request-filters';
import { IconX } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import chip from '../../ui/chip.module.css';
import page from '../../ui/page.module.css';
import { withFilter } from './list-search.ts';
import { useFilterWords } from './use-filter-words.ts';

/** Every filter that is set, to be taken away by a press; and all of them at once. */
export function ActiveFilters() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const wordsOf = useFilterWords();
  const chosen = filterNames.filter((name) => (parameters.get(name) ?? '') !== '');
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t('browse.filters')} className={page.chips}>
      {chosen.map((name) => (
        <li key={name}>
          <Link
            aria-label={t('browse.remove', { filter: wordsOf(name, parameters) })}
            className={chip.chip}
            preventScrollReset
            to={{ search: `${withFilter(parameters, name, '')}` }}
          >
            {wordsOf(name, parameters)}
            <IconX aria-hidden="true" size={16} />
          </Link>
        </li>
      ))}
      <li>
        <Link className={chip.chip} preventScrollReset to={{ search: '' }}>
          {t('browse.reset')}
        </Link>
      </li>
    </ul>
  );
}
