import type { Round } from '@mutual-transfer/domain/agreements/round';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { useGroupSizeText } from '../group-sizes.ts';

/** Returns a formatter of the name of a round, which has either its number in the timetable or the words “started in between”. */
export function useRoundName() {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ number, createdAt }: Pick<Round, 'number' | 'createdAt'>) => {
    const date = formats.date(createdAt);
    return number === null
      ? t('rounds.of', { date })
      : t('rounds.numbered', { date, number: formats.number(number) });
  };
}

/** Returns formatters of the settings of a round. */
export function useRoundFacts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const size = useGroupSizeText();
  const hours = (count: number) => formats.duration(count * 60, ['hour']);
  const days = (count: number) => formats.duration(count * 24 * 60, ['day']);
  const all = (round: {
    readonly maxRing: number;
    readonly hours: number;
    /** 0 for less than half a day, which is not stated. */
    readonly days: number;
    /** `null` for all subjects. */
    readonly subjects: readonly string[] | null;
    /** `null` for all districts. */
    readonly districts: readonly string[] | null;
  }) =>
    [
      ...(round.districts === null ? [] : [formats.list(round.districts.map(names.district))]),
      round.subjects === null ? t('rounds.allSubjects') : formats.list(round.subjects.map(names.subject)),
      size(round.maxRing),
      t('rounds.timeToAnswer', { time: hours(round.hours) }),
      ...(round.days === 0 ? [] : [t('rounds.lasts', { time: days(round.days) })]),
    ].join(' · ');
  return { size, hours, days, all };
}
