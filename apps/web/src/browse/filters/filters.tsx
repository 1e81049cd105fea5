import { SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import {
  type FilterName,
  type FilterOf,
  filtersOf,
  requestFilters,
} from '@mutual-transfer/domain/requests/request-filters';
import { type MouseEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSearchChange } from '../../navigation/use-search-change.ts';
import { useBlocks } from '../../places/use-blocks.ts';
import { useDistrictOptions } from '../../places/use-district-options.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { type Option, useSortedOptions } from '../../platform/i18n/sorted-options.ts';
import button from '../../ui/button.module.css';
import { CloseButton, Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TypedSearch } from '../../ui/fields/typed-search.tsx';
import { useEarlyChoice } from '../../ui/fields/use-choice-before-hydration.ts';
import page from '../../ui/page.module.css';
import classes from '../browse.module.css';
import { withFilter } from '../list-search.ts';
import { useChoiceOptions } from './use-filter-labels.ts';

/**
 * Filters of the list as a form: beside the list on a wide screen, in a sheet on a phone. The URL stores every choice. Without JavaScript
 * the choices open in place and the form submits itself.
 */
export function Filters({ total }: { total: number | undefined }) {
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
  readonly name: Exclude<FilterName, 'search'>;
  readonly options: readonly Option[];
  /** Text of the empty option, if it differs from the filter's own. */
  readonly any?: string;
  readonly disabled?: boolean;
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
