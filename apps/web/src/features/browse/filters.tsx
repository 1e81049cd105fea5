import { SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import {
  type FilterName,
  type FilterOf,
  filtersOf,
  requestFilters,
} from '@mutual-transfer/domain/request-filters';
import type { Urgency } from '@mutual-transfer/domain/transfer-request-words';
import { Link, useSearchParams } from 'react-router';
import { useBlocks } from '../../api/use-blocks.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats, useNames } from '../../i18n/names.ts';
import { TypedSearch } from '../../lists/typed-search.tsx';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import classes from './browse.module.css';
import { isFiltered, withFilter } from './list-search.ts';
import { useDistrictOptions } from './use-district-options.ts';

/** What narrows the list: the table of filters as a form. The address holds every choice; without scripts the form sends itself. */
export function Filters() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  return (
    <search className={`${card.card} ${classes.filters}`}>
      <form className={classes.form} method="get" onSubmit={(event) => event.preventDefault()}>
        <Words />
        <details className={classes.more}>
          <summary className={classes.summary}>{t('browse.filters')}</summary>
          <div className={classes.choices}>
            <Choices />
          </div>
        </details>
        <noscript>
          <button className={button.main} type="submit">
            {t('browse.apply')}
          </button>
        </noscript>
        {isFiltered(parameters) && (
          <Link className={button.soft} preventScrollReset to={{ search: '' }}>
            {t('browse.reset')}
          </Link>
        )}
      </form>
    </search>
  );
}

function useFilter(name: FilterName) {
  const [parameters, setParameters] = useSearchParams();
  const change = (value: string) =>
    setParameters((current) => withFilter(current, name, value), { preventScrollReset: true });
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
    <>
      {places.map((place) => (
        <fieldset className={classes.place} key={place}>
          <legend className={classes.legend}>{t(`browse.places.${place}`)}</legend>
          <PlaceChoices place={place} />
        </fieldset>
      ))}
      {filtersOf('choice').map((name) => (
        <Choice key={name} name={name} />
      ))}
    </>
  );
}

const districts = filtersOf('district');
const blocks = filtersOf('block');

/** Where a request leads, and where its teacher works now. */
const places = [...new Set(districts.map((name) => requestFilters[name].place))];

function PlaceChoices({ place }: { place: (typeof places)[number] }) {
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

/** The blocks of the district chosen beside; they are fetched with the first choice of one. */
function BlockChoice({ name }: { name: FilterOf<'block'> }) {
  const { t } = useTranslation();
  const names = useNames();
  const { compare } = useFormats();
  const { value } = useFilter(name);
  const district = useFilter(requestFilters[name].within).value;
  const inDistrict = useBlocks(district);
  const known = inDistrict.length > 0 || value === '' ? inDistrict : [value];
  const options = known
    .map((block) => ({ value: block, label: names.block(district, block) }))
    .toSorted((first, second) => compare(first.label, second.label));
  if (district !== '') return <FilterSelect name={name} options={options} />;
  return <FilterSelect any={t('place.districtFirst')} disabled name={name} options={options} />;
}

function Choice({ name }: { name: FilterOf<'choice'> }) {
  const { t } = useTranslation();
  const names = useNames();
  const labels: Record<typeof name, (option: string) => string> = {
    subject: names.subject,
    classRange: names.classLevel,
    urgency: (urgency) => t(`urgency.${urgency as Urgency}`),
    verified: (answer) => t(`browse.filter.verified.${answer as 'yes' | 'no'}`),
  };
  const { compare } = useFormats();
  const options = requestFilters[name].options.map((value) => ({ value, label: labels[name](value) }));
  // Class levels and urgencies have an order of their own.
  const inOrder =
    name === 'subject' ? options.toSorted((first, second) => compare(first.label, second.label)) : options;
  return <FilterSelect name={name} options={inOrder} />;
}

interface FilterSelectProps {
  readonly name: Exclude<FilterName, 'search'>;
  readonly options: readonly { value: string; label: string }[];
  /** What stands for no choice, where it is not the filter's own text. */
  readonly any?: string;
  readonly disabled?: boolean;
}

function FilterSelect({ name, options, any, disabled = false }: FilterSelectProps) {
  const { t } = useTranslation();
  const { value, change } = useFilter(name);
  return (
    <SelectField
      disabled={disabled}
      label={t(`browse.filter.${name}.label`)}
      name={name}
      onChange={change}
      options={[{ value: '', label: any ?? t(`browse.filter.${name}.any`) }, ...options]}
      value={value}
    />
  );
}
