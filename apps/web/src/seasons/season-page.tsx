import type { TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { useQuery } from '@tanstack/react-query';
import { useErrorText } from '../platform/api/error-text.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useSession } from '../platform/session/session.ts';
import { useAccess } from '../platform/session/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons } from '../ui/skeletons.tsx';
import { Tag } from '../ui/tag.tsx';
import { OwnSeason } from './own-season.tsx';
import { SeasonResults } from './season-results.tsx';
import { currentSeasonQuery } from './seasons.queries.ts';
import { Timetable } from './timetable.tsx';
import { useSeasonWords } from './use-season-words.ts';

/** Public page of the season: what happens next, all dates, results; for a teacher their own result and consent. */
export default function SeasonPage() {
  const { t, language } = useReading();
  const errorText = useErrorText();
  const isHydrated = useIsHydrated();
  const { data: season, error, refetch } = useQuery(currentSeasonQuery(language));
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('season.title')} />
      {season == null && <h1>{t('season.title')}</h1>}
      {error !== null && (
        <Failure onRetry={() => void refetch()} text={errorText(error, t('season.failed'))} />
      )}
      {season === undefined && error === null && <CardSkeletons label={t('common.loading')} />}
      {season === null && <Empty level={2} title={t('season.none')} />}
      {season != null && isHydrated && <Known season={season} />}
    </div>
  );
}

function Known({ season }: { season: TransferSeason }) {
  const { t } = useTranslation();
  const words = useSeasonWords();
  const session = useSession();
  const access = useAccess();
  const isTeacher = session !== null && session.user.role !== 'admin' && access === 'open';
  return (
    <>
      <div>
        <div className={page.row}>
          <h1>{season.name}</h1>
          <Tag tone={season.state === 'open' ? 'good' : 'low'}>{t(`season.state.${season.state}`)}</Tag>
        </div>
        <p className={page.lead}>{season.next === null ? t('season.over') : words.next(season.next)}</p>
        <p className={page.soft}>
          {t(`season.way.${season.consent}`)} {t('season.restsOn', { order: season.order })}
        </p>
      </div>
      {isTeacher && <OwnSeason season={season} userId={session.user._id} />}
      <Timetable season={season} />
      <SeasonResults id={season._id} />
    </>
  );
}
