import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useReading } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { SeasonHead } from '../../seasons/season-head.tsx';
import { currentSeasonQuery } from '../../seasons/seasons.queries.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { seasonSearch, sectionSearch } from '../sections/sections.ts';

/**
 * Shows the open season, else the next or the latest one. Without a season, offers the state's administrators to create one. Links
 * administrators of districts to the teachers' page of the season.
 */
export function SeasonNow({ isOfState }: { isOfState: boolean }) {
  const { t, language } = useReading();
  const { data: season } = useQuery(currentSeasonQuery(language));
  if (season === undefined || (season === null && !isOfState)) return null;
  if (season === null)
    return (
      <div className={`${page.note} ${page.row}`}>
        <p>{t('admin.seasons.figures')}</p>
        <Link className={button.main} to={{ search: sectionSearch('seasons') }}>
          {t('admin.seasons.new')}
        </Link>
      </div>
    );
  const to = isOfState ? { search: seasonSearch(season._id) } : paths.season;
  return (
    <div className={card.card}>
      <SeasonHead level={2} name={<Link to={to}>{season.name}</Link>} season={season} />
    </div>
  );
}
