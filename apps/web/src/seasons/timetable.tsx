import type { TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { timetableOf } from '@mutual-transfer/domain/seasons/season-dates';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { Tag } from '../ui/tag.tsx';
import classes from './timetable.module.css';
import { useSeasonTexts } from './use-season-texts.ts';

/** All dates of a season in order; those that have passed are faint, the next one is marked. */
export function Timetable({ season }: { season: TransferSeason }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const texts = useSeasonTexts();
  const { next } = season;
  const isPast = (at: string) => next === null || Date.parse(at) < Date.parse(next.at);
  const isNext = ({ event, round }: { event: string; round: number | null }) =>
    next !== null && next.event === event && next.round === round;
  return (
    <section aria-labelledby="timetable" className={card.card}>
      <h2 id="timetable">{t('season.timetable')}</h2>
      <ol className={classes.dates}>
        {timetableOf(season).map((dated) => (
          <li
            aria-current={isNext(dated) ? 'step' : undefined}
            data-past={isPast(dated.at) || undefined}
            key={`${dated.event} ${dated.round}`}
          >
            <time dateTime={dated.at}>{formats.dateTime(dated.at)}</time>{' '}
            <span>
              {texts.event(dated)} {isNext(dated) && <Tag tone="good">{t('season.next')}</Tag>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
