import type { DatedEvent, TimetableEntry } from '@mutual-transfer/domain/seasons/season-dates';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

/** Returns formatters of the events of a season's timetable. */
export function useSeasonTexts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const number = (round: number | null) => ({ number: round === null ? '' : formats.number(round) });
  return {
    event: ({ event, round }: Pick<TimetableEntry, 'event' | 'round'>) =>
      t(`season.event.${event}`, number(round)),
    next: ({ event, at, round }: DatedEvent) =>
      t('season.nextText', { event: t(`season.event.${event}`, number(round)), time: formats.dateTime(at) }),
  };
}
