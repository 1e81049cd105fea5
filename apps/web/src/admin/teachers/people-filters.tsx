import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { SelectField } from '../../ui/select-field.tsx';
import type { PeopleKind } from '../admin.queries.ts';
import { useWords, wordsQuery } from '../admin-address.ts';
import { Download } from '../download.tsx';
import { SpanFields, spanWords } from '../span-fields.tsx';

const peopleFilters = ['district', 'subject', 'isActive', 'isPaid', 'isVerified', 'sort'] as const;

type PeopleFilter = (typeof peopleFilters)[number];

/** Returns the filters of a list of people from the address. */
export const peopleWords = ['search', ...peopleFilters, ...spanWords];

const sorts = ['newest', 'oldest', 'name'] as const;

/** Filters and sorting of teachers. The download has all pages of the filtered list. */
export function PeopleFilters({ kind }: { kind: PeopleKind }) {
  const [parameters] = useSearchParams();
  const options = useFilterOptions();
  const isForPayers = kind === 'paid-users';
  const words = wordsQuery(parameters, isForPayers ? spanWords : peopleWords);
  const path = isForPayers ? `/admin/payments.csv?${words}` : `/admin/users.csv?${words}`;
  return (
    <>
      {peopleFilters
        .filter((name) => !(isForPayers && name === 'isPaid'))
        .map((name) => (
          <Filter key={name} name={name} options={options[name]} />
        ))}
      <SpanFields />
      <Download file={isForPayers ? 'payments.csv' : 'teachers.csv'} path={path} />
    </>
  );
}

interface FilterProps {
  readonly name: PeopleFilter;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Filter({ name, options }: FilterProps) {
  const { t } = useTranslation();
  const { value, change } = useWords(name);
  return (
    <SelectField
      label={t(`admin.filters.${name}`)}
      name={name}
      onChange={change}
      options={name === 'sort' ? options : [{ value: '', label: t('admin.filters.any') }, ...options]}
      value={value}
    />
  );
}

function useFilterOptions(): Record<PeopleFilter, FilterProps['options']> {
  const { t } = useTranslation();
  const names = useNames();
  const { compare } = useFormats();
  const inOrder = (options: FilterProps['options']) =>
    options.toSorted((first, second) => compare(first.label, second.label));
  return {
    district: inOrder(
      districtRows.map(([, district]) => ({ value: district, label: names.district(district) })),
    ),
    subject: inOrder(subjectNames.map((subject) => ({ value: subject, label: names.subject(subject) }))),
    isActive: [
      { value: 'true', label: t('admin.active') },
      { value: 'false', label: t('admin.inactive') },
    ],
    isPaid: [
      { value: 'true', label: t('admin.filters.paid') },
      { value: 'false', label: t('admin.filters.unpaid') },
    ],
    isVerified: [
      { value: 'true', label: t('person.verified') },
      { value: 'false', label: t('admin.filters.unverified') },
    ],
    sort: sorts.map((sort) => ({ value: sort, label: t(`admin.filters.${sort}`) })),
  };
}
