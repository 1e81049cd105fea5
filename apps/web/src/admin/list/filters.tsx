import { ADMIN_SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { withParameters } from '../../navigation/page-search.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import type { Option } from '../../platform/i18n/sorted-options.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { TypedSearch } from '../../ui/fields/typed-search.tsx';
import classes from './list.module.css';
import { emptied, useSearchParameter } from './list-address.ts';

interface FoldProps {
  label: ReactNode;
  /** Collapses the content when this value changes. */
  place?: string;
  children: ReactNode;
}

/** Content that a button expands on a narrow screen. On a wide screen it is always visible, without the button. */
export function Fold({ label, place, children }: FoldProps) {
  const id = useId();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const here = place ?? '';
  const isOpen = openAt === here;
  return (
    <div className={classes.fold}>
      <Button
        aria-controls={id}
        aria-expanded={isOpen}
        className={classes.opener}
        onClick={() => setOpenAt(isOpen ? null : here)}
      >
        {label}
        <IconChevronDown aria-hidden="true" size={18} />
      </Button>
      <div className={classes.content} data-open={isOpen || undefined} id={id}>
        {children}
      </div>
    </div>
  );
}

/** Filter of a list, stored in the URL by its name. */
export type Filter =
  | {
      kind: 'search';
      name: string;
      label: string;
      hint: string;
      /** Debounce delay after the last keystroke, in milliseconds. */
      delay?: number;
    }
  | {
      kind: 'choice';
      name: string;
      label: string;
      /** Options after the one that clears the filter. */
      options: readonly Option[];
      /** Label of the option that clears the filter. */
      all?: string;
    }
  | { kind: 'day'; name: string; label: string };

export const spanFilterNames = ['from', 'to'];

export function useSpanFilters(): Filter[] {
  const { t } = useTranslation();
  return [
    { kind: 'day', name: 'from', label: t('admin.from') },
    { kind: 'day', name: 'to', label: t('admin.to') },
  ];
}

interface FiltersProps {
  filters: readonly Filter[];
  /** Page parameters that a change of a filter resets. */
  pages: readonly string[] | undefined;
  /** Orders to choose from on a narrow screen, where the table has no headers. */
  orders: readonly Option[];
  sort: string | undefined;
}

/** Search and filters of a list, in one row. On a narrow screen all but the search collapse. */
export function FilterBar({ filters, pages, orders, sort }: FiltersProps) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const order = useSearchParameter('sort', pages);
  const searches = filters.filter(({ kind }) => kind === 'search');
  const others = filters.filter(({ kind }) => kind !== 'search');
  const set = others.filter(({ name }) => parameters.has(name)).length;
  const names = filters.map(({ name }) => name);
  const cleared = withParameters(parameters, emptied([...names, ...(pages ?? ['page'])]));
  const foldLabel = set === 0 ? t('browse.filters') : t('admin.list.filtersSet', { number: String(set) });
  const days = others.filter(({ kind }) => kind === 'day');
  const isByDay = days.some(({ name }) => parameters.has(name));
  return (
    <div className={classes.bar}>
      {searches.map((filter) => (
        <div className={classes.search} key={filter.name}>
          <FilterField filter={filter} pages={pages} />
        </div>
      ))}
      {others.length + orders.length > 0 && (
        <Fold label={foldLabel}>
          <div className={classes.chips}>
            {others.map(
              (filter) =>
                filter.kind !== 'day' && <FilterField filter={filter} key={filter.name} pages={pages} />,
            )}
            {days.length > 0 && (
              <details className={classes.view} data-on={isByDay || undefined}>
                <summary>{t('admin.list.days')}</summary>
                <div className={classes.choices}>
                  {days.map((filter) => (
                    <FilterField filter={filter} key={filter.name} pages={pages} />
                  ))}
                </div>
              </details>
            )}
            {orders.length > 0 && (
              <SelectField
                className={classes.orders}
                label={t('admin.filters.sort')}
                name="sort"
                onChange={order.change}
                options={orders}
                value={sort ?? ''}
              />
            )}
            {filters.some(({ name }) => parameters.has(name)) && (
              <Link
                className={`${button.quiet} ${button.flush}`}
                preventScrollReset
                to={{ search: `${cleared}` }}
              >
                {t('admin.list.clear')}
              </Link>
            )}
          </div>
        </Fold>
      )}
    </div>
  );
}

function FilterField({ filter, pages }: { filter: Filter; pages: readonly string[] | undefined }) {
  const { value, change } = useSearchParameter(filter.name, pages);
  const field = { label: filter.label, name: filter.name, onChange: change, value };
  if (filter.kind === 'search') {
    return <TypedSearch {...field} delay={filter.delay ?? ADMIN_SEARCH_DEBOUNCE} hint={filter.hint} />;
  }
  if (filter.kind === 'day') return <TextField {...field} type="date" />;
  // The label is hidden: the option that clears the filter names it.
  const all = { value: '', label: filter.all ?? filter.label };
  return (
    <div className={classes.chip} data-on={value !== '' || undefined}>
      <SelectField {...field} options={[all, ...filter.options]} />
    </div>
  );
}
