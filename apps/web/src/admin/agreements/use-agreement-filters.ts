import { agreementStates } from '@mutual-transfer/domain/agreements/agreement-steps';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { roundsQuery } from '../admin.queries.ts';
import { type Filter, useSpanFilters } from '../list/filters.tsx';
import { useRoundName } from '../rounds/use-round-facts.ts';
import { useOwnDistricts, usePlaceAndSubjectOptions } from '../teachers/use-people-filters.ts';

const shares = ['none', 'some', 'all'] as const;

export function useAgreementFilters(userId: string): Filter[] {
  const { t } = useTranslation();
  const nameOf = useRoundName();
  const { districts, subjects } = usePlaceAndSubjectOptions();
  // Only administrators of the state start rounds.
  const isOfState = useOwnDistricts().length === 0;
  const rounds = useQuery({ ...roundsQuery(userId), enabled: isOfState }).data?.rounds ?? [];
  const ofRound: Filter = {
    kind: 'choice',
    name: 'round',
    label: t('admin.agreements.round'),
    options: rounds.map((round) => ({ value: round._id, label: nameOf(round) })),
  };
  const span = useSpanFilters();
  return [
    {
      kind: 'search',
      name: 'search',
      label: t('admin.agreements.search'),
      hint: t('admin.agreements.searchHint'),
    },
    {
      kind: 'choice',
      name: 'state',
      label: t('admin.status'),
      options: agreementStates.map((state) => ({ value: state, label: t(`agreements.state.${state}`) })),
    },
    { kind: 'choice', name: 'district', label: t('admin.filters.district'), options: districts },
    { kind: 'choice', name: 'subject', label: t('admin.filters.subject'), options: subjects },
    ...(isOfState ? [ofRound] : []),
    {
      kind: 'choice',
      name: 'joined',
      label: t('admin.agreements.joined'),
      options: shares.map((share) => ({ value: share, label: t(`admin.agreements.joinedShare.${share}`) })),
    },
    { kind: 'day', name: 'due', label: t('admin.agreements.due') },
    ...span,
  ];
}
