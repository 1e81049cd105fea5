import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { roundsQuery, seasonQuery } from '../admin.queries.ts';
import { RoundCard } from './round-card.tsx';
import { SeasonFigures } from './season-figures.tsx';
import { StartRound } from './start-round.tsx';

/** Rounds of proposals: teachers a new round would cover, progress of the current one, and figures of the season. */
export function Rounds({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const board = useQuery({ ...roundsQuery(userId), refetchInterval: DASHBOARD_POLL });
  const season = useQuery({ ...seasonQuery(userId), refetchInterval: DASHBOARD_POLL });
  return (
    <section aria-labelledby="rounds" className={page.section}>
      <div>
        <h2 id="rounds">{t('rounds.title')}</h2>
        <p className={page.soft}>{t('rounds.lead')}</p>
      </div>
      {board.isError && <Failure onRetry={() => void board.refetch()} text={t('admin.failed')} />}
      {board.isPending && <CardSkeletons label={t('common.loading')} />}
      {board.data && !board.data.rounds.some(({ state }) => state === 'running') && (
        <StartRound expected={board.data.expected} userId={userId} />
      )}
      {board.data?.rounds.map((round) => (
        <RoundCard key={round._id} round={round} userId={userId} />
      ))}
      {season.data && <SeasonFigures season={season.data} />}
    </section>
  );
}
