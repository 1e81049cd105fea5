import type { TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '../form/call-failure.tsx';
import { useReading } from '../platform/i18n/language.tsx';
import { useSession } from '../platform/session/session.ts';
import { useAccess } from '../platform/session/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { CardSkeletons } from '../ui/states/skeletons.tsx';
import { OwnSeason } from './own-season.tsx';
import { SeasonHead } from './season-head.tsx';
import { SeasonResults } from './season-results.tsx';
import { currentSeasonQuery } from './seasons.queries.ts';
import { Timetable } from './timetable.tsx';

/** Public page of the season: what happens next, all dates, results; for a teacher their own result and consent. */
export default function SeasonPage() {
  const { t, language } = useReading();
  const isHydrated = useIsHydrated();
  const { data: season, error, refetch } = useQuery(currentSeasonQuery(language));
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('season.title')} />
      {season == null && <h1>{t('season.title')}</h1>}
      <CallFailure error={error} onRetry={refetch} text={t('common.failed')} />
      {season === undefined && error === null && <CardSkeletons label={t('common.loading')} />}
      {season === null && <Empty level={2} title={t('season.none')} />}
      {season != null && isHydrated && <Known season={season} />}
    </div>
  );
}

function Known({ season }: { season: TransferSeason }) {
  const session = useSession();
  const access = useAccess();
  const isTeacher = session !== null && session.user.role !== 'admin' && access === 'open';
  return (
    <>
      <SeasonHead level={1} season={season} />
      {isTeacher && <OwnSeason season={season} userId={session.user._id} />}
      <Timetable season={season} />
      <SeasonResults id={season._id} />
    </>
  );
}
