import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { useSession } from '../../platform/session/session.ts';
import { type Filter, useSpanFilters } from '../list/filters.tsx';

/** Returns the names of the districts of a district administrator. Empty for administrators of the state. */
export function useOwnDistricts(): readonly string[] {
  return useSession()?.user.administration?.districts ?? [];
}

/**
 * Returns districts and subjects as options, sorted in the administrator's language. District administrators get only their own
 * districts.
 */
export function usePlaceAndSubjectOptions() {
  const names = useNames();
  const { compare } = useFormats();
  const own = useOwnDistricts();
  const inOrder = (options: { readonly value: string; readonly label: string }[]) =>
    options.toSorted((first, second) => compare(first.label, second.label));
  return {
    districts: inOrder(
      districtRows
        .filter(([, district]) => own.length === 0 || own.includes(district))
        .map(([, district]) => ({ value: district, label: names.district(district) })),
    ),
    subjects: inOrder(subjectNames.map((subject) => ({ value: subject, label: names.subject(subject) }))),
  };
}

/** Returns the filters of a list of people. @param label label of the search. */
export function usePeopleFilters(label: string): Filter[] {
  const { t } = useTranslation();
  const { districts, subjects } = usePlaceAndSubjectOptions();
  const span = useSpanFilters();
  const choice = (name: string, title: string, yes: string, no: string): Filter => ({
    kind: 'choice',
    name,
    label: title,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
  });
  return [
    { kind: 'search', name: 'search', label, hint: t('admin.personHint') },
    { kind: 'choice', name: 'district', label: t('admin.filters.district'), options: districts },
    { kind: 'choice', name: 'subject', label: t('admin.filters.subject'), options: subjects },
    choice('isActive', t('admin.filters.isActive'), t('admin.active'), t('admin.inactive')),
    choice('isPaid', t('admin.filters.isPaid'), t('admin.filters.paid'), t('admin.filters.unpaid')),
    choice('isVerified', t('admin.filters.isVerified'), t('person.verified'), t('admin.filters.unverified')),
    ...span,
  ];
}
