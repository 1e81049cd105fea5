import { seasonStages } from '@mutual-transfer/domain/administration/desk';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { useDistrictOptions } from '../places/places.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSortedOptions } from '../platform/i18n/sorted-options.ts';
import { useSession } from '../platform/session.ts';
import { type Filter, useSpanFilters } from './list/filters.tsx';

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
  const sortedOptions = useSortedOptions();
  const own = useOwnDistricts();
  const districts = useDistrictOptions();
  return {
    districts: own.length === 0 ? districts : districts.filter(({ value }) => own.includes(value)),
    subjects: sortedOptions(subjectNames, names.subject),
  };
}

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
    { kind: 'choice', name: 'subject', label: t('person.subject'), options: subjects },
    choice('isActive', t('admin.filters.isActive'), t('admin.active'), t('admin.inactive')),
    choice('isPaid', t('admin.filters.isPaid'), t('admin.paidTag'), t('admin.filters.unpaid')),
    choice('isVerified', t('admin.filters.isVerified'), t('person.verified'), t('admin.filters.unverified')),
    {
      kind: 'choice',
      name: 'stage',
      label: t('admin.desk.stage'),
      options: seasonStages.map((stage) => ({ value: stage, label: t(`admin.desk.stages.${stage}`) })),
    },
    ...span,
  ];
}
