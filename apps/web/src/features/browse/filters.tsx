import { SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { urgencies } from '@mutual-transfer/domain/transfer-request-words';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { useNames } from '../../i18n/names.ts';
import { TypedSearch } from '../../lists/typed-search.tsx';
import button from '../../ui/button.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { BlockFilter } from './block-filter.tsx';
import classes from './browse.module.css';
import { type FilterName, isFiltered, withFilter } from './list-search.ts';

/** What narrows the list. The address holds every choice; without scripts the form sends itself. */
export function Filters() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  return (
    <search className={classes.filters}>
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
  const names = useNames();
  const district = useFilter('district');
  const block = useFilter('block');
  return (
    <>
      <Choice
        any={t('browse.anyDistrict')}
        label={t('browse.desiredDistrict')}
        name="district"
        options={districtRows.map(([, name]) => ({ value: name, label: names.district(name) }))}
      />
      <BlockFilter district={district.value} onChange={block.change} value={block.value} />
      <Choice
        any={t('browse.anySubject')}
        label={t('person.subject')}
        name="subject"
        options={subjectNames.map((name) => ({ value: name, label: names.subject(name) }))}
      />
      <Choice
        any={t('browse.anyClassLevel')}
        label={t('person.classLevel')}
        name="classRange"
        options={classRanges.map((code) => ({ value: code, label: names.classLevel(code) }))}
      />
      <Choice
        any={t('browse.anyUrgency')}
        label={t('urgency.label')}
        name="urgency"
        options={urgencies.map((urgency) => ({ value: urgency, label: t(`urgency.${urgency}`) }))}
      />
    </>
  );
}

interface ChoiceProps {
  readonly name: FilterName;
  readonly label: string;
  readonly any: string;
  readonly options: readonly { value: string; label: string }[];
}

function Choice({ name, label, any, options }: ChoiceProps) {
  const { value, change } = useFilter(name);
  return (
    <SelectField
      label={label}
      name={name}
      onChange={change}
      options={[{ value: '', label: any }, ...options]}
      value={value}
    />
  );
}
