import type { TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { useSeasonTexts } from './use-season-texts.ts';

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
