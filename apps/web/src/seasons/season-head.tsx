import type { SeasonResults as Results, TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { timetableOf } from '@mutual-transfer/domain/seasons/season-dates';
import { type SeasonMeasure, seasonMeasures } from '@mutual-transfer/domain/seasons/season-measures';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallFailure } from '../form/call-failure.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { FigureList } from '../ui/charts.tsx';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { Tag } from '../ui/tag.tsx';
import { useSeasonTexts } from './season-card.tsx';
import type { seasonResultsQuery } from './seasons.queries.ts';
import classes from './timetable.module.css';

interface SeasonHeadProps {
  season: TransferSeason;
  level: 1 | 2 | 3;
  /** Name as a link. Defaults to plain text. */
  name?: ReactNode;
}

/** Name and state of a season, its next event, how consent is given, and the order on which it is based. */
export function SeasonHead({ season, level, name = season.name }: SeasonHeadProps) {
  const { t } = useTranslation();
  const texts = useSeasonTexts();
  const Heading = `h${level}` as const;
  return (
    <div>
      <div className={page.row}>
        <Heading>{name}</Heading>
        <Tag tone={season.state === 'open' ? 'good' : 'low'}>{t(`season.state.${season.state}`)}</Tag>
      </div>
      <p className={page.lead}>{season.next === null ? t('season.over') : texts.next(season.next)}</p>
      <p className={page.soft}>
        {t(`season.way.${season.consent}`)} {t('season.restsOn', { order: season.order })}
      </p>
    </div>
  );
}

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

type Counts = Readonly<Record<SeasonMeasure, number | null>>;

interface SeasonResultsProps {
  season: Pick<TransferSeason, '_id' | 'consent'>;
  query: ReturnType<typeof seasonResultsQuery>;
  /** What the numbers are. */
  hint: string;
  /** `false` on a page that already says who is asked. */
  hasAskedHint?: boolean;
}

/** Results of the rounds of a season, latest first. */
export function SeasonResultsPart({ season, query, hint, hasAskedHint = true }: SeasonResultsProps) {
  const { t } = useTranslation();
  const { data: rounds, error, refetch } = useQuery(query);
  // Only a season with consent before the plan announces groups.
  const measures = seasonMeasures.filter(
    (measure) => measure !== 'objections' || season.consent === 'before',
  );
  if (rounds === undefined) return <CallFailure error={error} onRetry={refetch} text={t('common.failed')} />;
  return (
    <section aria-labelledby="results" className={page.section}>
      <div>
        <h2 id="results">{t('season.results')}</h2>
        <p className={page.soft}>{rounds.length === 0 ? t('season.noResults') : hint}</p>
        {rounds.length > 0 && rounds.every(({ stoppedAt }) => stoppedAt !== null) && (
          <p>{t('season.onlyStopped')}</p>
        )}
        {hasAskedHint && rounds.length > 0 && <p className={page.soft}>{t('season.askedHint')}</p>}
      </div>
      {[...rounds].reverse().map((round) => (
        <RoundResults key={round.plannedAt} measures={measures} round={round} />
      ))}
    </section>
  );
}

interface RoundResultsProps {
  round: Results['rounds'][number];
  measures: readonly SeasonMeasure[];
}

function RoundResults({ round, measures }: RoundResultsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const count = useCountText();
  const { number, plannedAt, stoppedAt, byDistrict, bySubject } = round;
  return (
    <article className={card.card}>
      <h3>
        {number === null
          ? t('season.roundBetween', { date: formats.date(plannedAt) })
          : t('season.round', { number: formats.number(number), date: formats.date(plannedAt) })}
      </h3>
      {stoppedAt && <p>{t('season.stoppedOn', { date: formats.date(stoppedAt) })}</p>}
      <FigureList facts={measures.map((measure) => [t(`season.count.${measure}`), count(round[measure])])} />
      <Counted
        label={t('season.byDistrict')}
        measures={measures}
        rows={byDistrict.map(({ district, ...counts }) => ({ name: names.district(district), counts }))}
      />
      <Counted
        label={t('season.bySubject')}
        measures={measures}
        rows={bySubject.map(({ subject, ...counts }) => ({ name: names.subject(subject), counts }))}
      />
    </article>
  );
}

interface CountedProps {
  label: string;
  rows: readonly { name: string; counts: Counts }[];
  measures: readonly SeasonMeasure[];
}

function Counted({ label, rows, measures }: CountedProps) {
  const { t } = useTranslation();
  const count = useCountText();
  if (rows.length === 0) return null;
  const lineOf = (counts: Counts) =>
    measures
      .filter((measure) => counts[measure] !== null)
      .map((measure) => `${t(`season.count.${measure}`)} ${count(counts[measure])}`)
      .join(' · ');
  return (
    <details>
      <summary>{label}</summary>
      <Facts facts={rows.map(({ name, counts }) => [name, lineOf(counts)])} />
    </details>
  );
}

/** Returns a formatter of counts. A suppressed count is shown as not published. */
function useCountText(): (value: number | null) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (value) => (value === null ? t('season.notPublished') : formats.number(value));
}
