import { SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import {
  type FilterName,
  type FilterOf,
  filterNames,
  filtersOf,
  requestFilters,
} from '@mutual-transfer/domain/requests/request-filters';
import type { Urgency } from '@mutual-transfer/domain/requests/transfer-request-words';
import { IconX } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSearchChange } from '../navigation/use-search-change.ts';
import { useBlocks, useDistrictOptions } from '../places/places.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { type Option, useSortedOptions } from '../platform/i18n/sorted-options.ts';
import button from '../ui/button.module.css';
import chip from '../ui/chip.module.css';
import { CloseButton, Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TypedSearch } from '../ui/fields/typed-search.tsx';
import { useEarlyChoice } from '../ui/fields/use-early-choice.ts';
import page from '../ui/page.module.css';
import classes from './browse.module.css';
import { withFilter } from './list-search.ts';

function useChoiceLabels(): Record<FilterOf<'choice'>, (option: string) => string> {
  const { t } = useTranslation();
  const names = useNames();
  return {
    subject: names.subject,
    classRange: names.classLevel,
    // Callers pass the options of the filter only.
    urgency: (urgency) => t(`urgency.${urgency as Urgency}Priority`),
    verified: (answer) => t(`browse.filter.verified.${answer as 'yes' | 'no'}`),
  };
}

/**
 * Returns a getter of the options of a filter: subjects in alphabetical order of the language, class levels and urgencies in a fixed order.
 */
export function useChoiceOptions(): (name: FilterOf<'choice'>) => Option[] {
  const labels = useChoiceLabels();
  const sortedOptions = useSortedOptions();
  return (name) => {
    const { options } = requestFilters[name];
    if (name === 'subject') return sortedOptions(options, labels.subject);
    return options.map((value) => ({ value, label: labels[name](value) }));
  };
}

/** Returns a formatter of a filter and its value in the URL. Unknown values are returned unchanged. */
function useFilterLabel(): (name: FilterName, parameters: URLSearchParams) => string {
  const { t } = useTranslation();
  const names = useNames();
  const choices = useChoiceLabels();
  const ends = { desired: t('browse.to'), posting: t('browse.from') };
  return (name, parameters) => {
    const value = parameters.get(name) ?? '';
    const filter = requestFilters[name];
    switch (filter.kind) {
      case 'words':
        return `“${value}”`;
      case 'district':
        return `${ends[filter.place]}: ${names.district(value)}`;
      case 'block':
        return `${ends[filter.place]}: ${names.block(parameters.get(filter.within) ?? '', value)}`;
      case 'choice': {
        const options: readonly string[] = filter.options;
        // A filter of the kind `choice` has this name.
        return options.includes(value) ? choices[name as FilterOf<'choice'>](value) : value;
      }
    }
  };
}

interface ActiveFiltersProps {
  /** Moves focus to the heading of the list after the last filter is removed. */
  onNoneLeft: () => void;
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

/**
 * Filters of the list as a form: beside the list on a wide screen, in a sheet on a phone. The URL stores every choice. Without JavaScript
 * the choices open in place and the form submits itself.
 */
export function RequestFilters({ total }: { total: number | undefined }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isSheet, setSheet] = useState(false);
  const openSheet = (event: MouseEvent) => {
    event.preventDefault();
    setSheet(true);
  };
  return (
    <search className={classes.filters}>
      <form className={classes.form} method="get" onSubmit={(event) => event.preventDefault()}>
        <Words />
        <details className={classes.more}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive, which the rule does not know. */}
          <summary className={button.soft} onClick={openSheet}>
            {t('browse.filters')}
          </summary>
          {!isSheet && <Choices />}
        </details>
        {isSheet && (
          <Dialog onClose={() => setSheet(false)} title={t('browse.filters')}>
            <Choices />
            <div className={`${page.buttons} ${classes.end}`}>
              <CloseButton isLocked={false} kind="main">
                {t('browse.apply')}
                {total !== undefined && ` (${formats.number(total)})`}
              </CloseButton>
            </div>
          </Dialog>
        )}
        <noscript>
          <button className={button.main} type="submit">
            {t('browse.apply')}
          </button>
        </noscript>
      </form>
    </search>
  );
}

function useFilter(name: FilterName) {
  const [parameters] = useSearchParams();
  const changeSearch = useSearchChange();
  const change = (value: string) => changeSearch((current) => withFilter(current, name, value));
  return { value: parameters.get(name) ?? '', change };
}

function Words() {
  const { t } = useTranslation();
  const { value, change } = useFilter('search');
  return (
    <TypedSearch
      delay={SEARCH_DEBOUNCE}
      hint={t('browse.searchHint')}
      label={t('browse.search')}
      name="search"
      onChange={change}
      value={value}
    />
  );
}

function Choices() {
  const { t } = useTranslation();
  return (
    <div className={page.near}>
      {filterPlaces.map((place) => (
        <fieldset className={page.near} key={place}>
          <legend>{t(`browse.places.${place}`)}</legend>
          <PlaceChoices place={place} />
        </fieldset>
      ))}
      {filtersOf('choice').map((name) => (
        <Choice key={name} name={name} />
      ))}
    </div>
  );
}

const districts = filtersOf('district');
const blocks = filtersOf('block');

/** Places that the filters refer to: desired place and place of work. */
const filterPlaces = [...new Set(districts.map((name) => requestFilters[name].place))];

function PlaceChoices({ place }: { place: (typeof filterPlaces)[number] }) {
  const isHere = (name: (typeof districts | typeof blocks)[number]) => requestFilters[name].place === place;
  return (
    <>
      {districts.filter(isHere).map((name) => (
        <DistrictChoice key={name} name={name} />
      ))}
      {blocks.filter(isHere).map((name) => (
        <BlockChoice key={name} name={name} />
      ))}
    </>
  );
}

function DistrictChoice({ name }: { name: FilterOf<'district'> }) {
  return <FilterSelect name={name} options={useDistrictOptions()} />;
}

/** Options of the block filter for the selected district. Fetched with the first selection of a district. */
function BlockChoice({ name }: { name: FilterOf<'block'> }) {
  const { t } = useTranslation();
  const names = useNames();
  const sortedOptions = useSortedOptions();
  const { value } = useFilter(name);
  const district = useFilter(requestFilters[name].within).value;
  const inDistrict = useBlocks(district);
  const known = inDistrict.length > 0 || value === '' ? inDistrict : [value];
  const options = sortedOptions(known, (block) => names.block(district, block));
  if (district !== '') return <FilterSelect name={name} options={options} />;
  return <FilterSelect any={t('place.districtFirst')} disabled name={name} options={options} />;
}

function Choice({ name }: { name: FilterOf<'choice'> }) {
  return <FilterSelect name={name} options={useChoiceOptions()(name)} />;
}

interface FilterSelectProps {
  name: Exclude<FilterName, 'search'>;
  options: readonly Option[];
  /** Text of the empty option, if it differs from the filter's own. */
  any?: string;
  disabled?: boolean;
}

function FilterSelect({ name, options, any, disabled = false }: FilterSelectProps) {
  const { t } = useTranslation();
  const { value, change } = useFilter(name);
  const hearEarlyChoice = useEarlyChoice(change);
  return (
    <SelectField
      disabled={disabled}
      label={t(`browse.filter.${name}.label`)}
      name={name}
      onChange={change}
      ref={hearEarlyChoice}
      options={[{ value: '', label: any ?? t(`browse.filter.${name}.any`) }, ...options]}
      value={value}
    />
  );
}
