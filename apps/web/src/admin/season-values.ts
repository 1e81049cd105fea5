import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { allLanguages, DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { type AdminSeason, type NewSeason, OBJECTION_DAYS } from '@mutual-transfer/domain/seasons/season';
import { valuesAfterConflict } from '../form/use-form.ts';
import { fromIndiaTime, toIndiaTime } from './local-time.ts';

export const roundFields = ['askedFrom', 'proposalsSent', 'answersUntil'] as const;
export type RoundField = (typeof roundFields)[number];
export type RoundName = `rounds.${number}.${RoundField}`;

/** Name of the form field of a season's name in a language. */
export type NameIn = `names.${string}`;

/** Languages in which a season may have another name. */
export const otherLanguages = () => allLanguages().filter((language) => language !== DEFAULT_LANGUAGE);

/** Values of the season form. Dates are local times in India, in the format of `datetime-local` inputs. */
export type SeasonValues = Readonly<Record<RoundName | NameIn, string>> & {
  name: string;
  order: string;
  opens: string;
  listCloses: string;
  closed: string;
  consent: string;
  relieving: boolean;
  scrutiny: boolean;
  objectionDays: string;
};

/** Content of the season form. */
export interface TypedSeason {
  values: SeasonValues;
  /** Number of rounds. */
  count: number;
}

/** Returns the name of the form field, and of its error, for a date of a round. @param round Index of the round, from 0. */
export function roundName(round: number, field: RoundField): RoundName {
  return `rounds.${round}.${field}`;
}

/** Returns the initial values of the form: those of a season, or a suggested timetable for a new one. */
export function initialSeason(season: AdminSeason | undefined): SeasonValues {
  const { opens, listCloses, rounds, closed } = season ?? suggestedDates(new Date());
  return {
    name: season?.name ?? '',
    ...Object.fromEntries(
      otherLanguages().map((language) => [`names.${language}`, season?.names[language] ?? '']),
    ),
    order: season?.order ?? '',
    opens: toIndiaTime(opens),
    listCloses: toIndiaTime(listCloses),
    closed: toIndiaTime(closed),
    consent: season?.consent ?? 'before',
    relieving: season?.relieving ?? false,
    scrutiny: season?.scrutiny ?? false,
    objectionDays: String(season?.objectionDays ?? OBJECTION_DAYS),
    ...Object.fromEntries(
      rounds.flatMap((round, index) =>
        roundFields.map((field) => [roundName(index, field), toIndiaTime(round[field])]),
      ),
    ),
  };
}

/** Returns the initial content of the form. */
export function typedSeason(season: AdminSeason | undefined): TypedSeason {
  return { values: initialSeason(season), count: season?.rounds.length ?? 1 };
}

/** Returns what was typed into the form, with each field and number of rounds that another administrator changed meanwhile. */
export function typedAfterConflict(
  before: AdminSeason,
  typed: TypedSeason,
  present: AdminSeason,
): TypedSeason {
  const [old, current] = [typedSeason(before), typedSeason(present)];
  return {
    values: valuesAfterConflict(old.values, typed.values, current.values),
    count: current.count === old.count ? typed.count : current.count,
  };
}

/** Returns a timetable that starts on the next morning, with a week for the list and three days to answer. */
function suggestedDates(now: Date): Pick<AdminSeason, 'opens' | 'listCloses' | 'rounds' | 'closed'> {
  const at = (days: number) =>
    fromIndiaTime(
      `${toIndiaTime(new Date(now.getTime() + days * MILLISECONDS_A_DAY).toISOString()).slice(0, 11)}10:00`,
      undefined,
    );
  const round = { askedFrom: at(1), proposalsSent: at(8), answersUntil: at(11) };
  return { opens: at(1), listCloses: at(8), rounds: [round], closed: at(15) };
}

/** Returns the dates of an additional round, which starts when answers to the last round are due and has the same time to answer. */
export function nextRound(values: SeasonValues, count: number): Partial<Record<RoundName, string>> {
  const moment = (field: RoundField) =>
    Date.parse(fromIndiaTime(values[roundName(count - 1, field)] ?? '', undefined));
  const [asked, sent, answered] = [moment('askedFrom'), moment('proposalsSent'), moment('answersUntil')];
  const dates = { askedFrom: answered, proposalsSent: answered, answersUntil: answered + (answered - sent) };
  if (Number.isNaN(asked + sent + answered)) return {};
  return Object.fromEntries(
    roundFields.map((field) => [roundName(count, field), toIndiaTime(new Date(dates[field]).toISOString())]),
  );
}

/** Returns the request body that creates or changes a season. @param count Number of rounds. */
export function seasonOf(values: SeasonValues, count: number, known: AdminSeason | undefined): NewSeason {
  const { name, order, relieving, scrutiny, objectionDays, consent } = values;
  const date = (field: 'opens' | 'listCloses' | 'closed') => fromIndiaTime(values[field], known?.[field]);
  const rounds = Array.from({ length: count }, (_, index) => {
    const of = (field: RoundField) =>
      fromIndiaTime(values[roundName(index, field)] ?? '', known?.rounds[index]?.[field]);
    return recordOf(roundFields, of);
  });
  const names = otherLanguages().flatMap((language) => {
    const typed = (values[`names.${language}`] ?? '').trim();
    return typed === '' ? [] : [[language, typed] as const];
  });
  return {
    name,
    names: Object.fromEntries(names),
    order,
    relieving,
    scrutiny,
    objectionDays: Number(objectionDays),
    consent: consent === 'after' ? 'after' : 'before',
    opens: date('opens'),
    listCloses: date('listCloses'),
    closed: date('closed'),
    rounds,
  };
}
