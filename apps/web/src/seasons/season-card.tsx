import type { TransferSeason } from '@mutual-transfer/domain/seasons/season';
import type { DatedSeasonEvent, TimetableEntry } from '@mutual-transfer/domain/seasons/season-dates';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** Returns formatters of the events of a season's timetable. */
export function useSeasonTexts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const number = (round: number | null) => ({ number: round === null ? '' : formats.number(round) });
  return {
    event: ({ event, round }: Pick<TimetableEntry, 'event' | 'round'>) =>
      t(`season.event.${event}`, number(round)),
    next: ({ event, at, round }: DatedSeasonEvent) =>
      t('season.nextText', { event: t(`season.event.${event}`, number(round)), time: formats.dateTime(at) }),
  };
}

interface SeasonCardProps {
  season: TransferSeason | null;
  /** True if the teacher has to act: the list is open, and the teacher has not consented. */
  isAsked: boolean;
}

/** Shows the next event of the season with its time, and what the teacher has to do. Renders nothing without a planned or open season. */
export function SeasonCard({ season, isAsked }: SeasonCardProps) {
  const { t } = useTranslation();
  const texts = useSeasonTexts();
  if (season === null || season.next === null) return null;
  return (
    <div className={isAsked ? `${page.note} ${page.row}` : page.soft}>
      <p>
        <strong>{season.name}:</strong> {texts.next(season.next)}{' '}
        {isAsked ? t('season.asksYou') : <Link to={paths.season}>{t('season.look')}</Link>}
      </p>
      {isAsked && (
        <Link className={button.main} to={paths.season}>
          {t('season.consent')}
        </Link>
      )}
    </div>
  );
}
