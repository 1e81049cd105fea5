import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useReading } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { currentSeasonQuery, mySeasonQuery } from './seasons.queries.ts';
import { useSeasonTexts } from './use-season-texts.ts';

interface SeasonCardProps {
  readonly userId: string;
  /** True to render the card only if the teacher has to act, false only for other news. */
  readonly isAsking: boolean;
}

/**
 * Shows the next event of the season with its time, and what the teacher has to do. Renders nothing without a planned or open season, or
 * if `isAsking` does not fit.
 */
export function SeasonCard({ userId, isAsking }: SeasonCardProps) {
  const { t, language } = useReading();
  const texts = useSeasonTexts();
  const { data: season } = useQuery(currentSeasonQuery(language));
  const mine = useQuery({
    ...mySeasonQuery(userId, season?._id ?? '', language),
    enabled: season?.state === 'open',
  }).data;
  if (season == null || season.next === null) return null;
  const isAsked = mine?.mayConsent === true && !mine.consent.given;
  if (isAsked !== isAsking) return null;
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
