import type { AdminSeason, NewSeason } from '@mutual-transfer/domain/seasons/season';
import { localTime, momentOf } from '../local-time.ts';

const roundFields = ['askedFrom', 'proposalsSent', 'answersUntil'] as const;
export type RoundField = (typeof roundFields)[number];
export type RoundName = `rounds.${number}.${RoundField}`;

/** Values of the form of a season. Dates are local times of India, as inputs hold them. */
export type SeasonValues = Readonly<Record<RoundName, string>> & {
  readonly name: string;
  readonly order: string;
  readonly opens: string;
  readonly listCloses: string;
  readonly closed: string;
  readonly consent: string;
  readonly relieving: boolean;
};

/** Returns the name of a date of a round in the form, and in error messages. @param round from 0. */
export function roundName(round: number, field: RoundField): RoundName {
  return `rounds.${round}.${field}`;
}

/** Returns the initial values of the form. */
export function initialSeason(season: AdminSeason | undefined): SeasonValues {
  const rounds = season?.rounds ?? [{ askedFrom: '', proposalsSent: '', answersUntil: '' }];
  const local = (moment = '') => (moment === '' ? '' : localTime(moment));
  return {
    name: season?.name ?? '',
    order: season?.order ?? '',
    opens: local(season?.opens),
    listCloses: local(season?.listCloses),
    closed: local(season?.closed),
    consent: season?.consent ?? 'before',
    relieving: season?.relieving ?? false,
    ...Object.fromEntries(
      rounds.flatMap((round, index) =>
        roundFields.map((field) => [roundName(index, field), local(round[field])]),
      ),
    ),
  };
}

/** Returns the body that makes or changes a season. @param count number of rounds. */
export function seasonOf(values: SeasonValues, count: number, known: AdminSeason | undefined): NewSeason {
  const { name, order, relieving, consent } = values;
  const date = (field: 'opens' | 'listCloses' | 'closed') => momentOf(values[field], known?.[field]);
  const rounds = Array.from({ length: count }, (_, index) => {
    const of = (field: RoundField) =>
      momentOf(values[roundName(index, field)] ?? '', known?.rounds[index]?.[field]);
    return {
      askedFrom: of('askedFrom'),
      proposalsSent: of('proposalsSent'),
      answersUntil: of('answersUntil'),
    };
  });
  return {
    name,
    order,
    relieving,
    consent: consent === 'after' ? 'after' : 'before',
    opens: date('opens'),
    listCloses: date('listCloses'),
    closed: date('closed'),
    rounds,
  };
}
