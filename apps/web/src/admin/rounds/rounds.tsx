import type { Round } from '@mutual-transfer/domain/agreements/round';
import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../../ui/page.module.css';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';
import { roundsQuery, seasonQuery } from '../admin.queries.ts';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';
import { RoundCard } from './round-card.tsx';
import { SeasonFigures } from './season-figures.tsx';
import { StartRound } from './start-round.tsx';

/** Returns `true` if a running round was started by an administrator. Rounds of the timetable do not block the start of another round. */
function isInTheWay({ state, number }: Round): boolean {
  return state === 'running' && number === null;
}

/** Rounds of proposals: teachers a new round would cover, progress of the current one, and figures of the season. */
export function Rounds({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const board = useQuery({ ...roundsQuery(userId), refetchInterval: DASHBOARD_POLL });
  const season = useQuery({ ...seasonQuery(userId), refetchInterval: DASHBOARD_POLL });
  const [notice, setNotice] = useState({ text: '' });
  return (
    <Section id="rounds" lead={t('rounds.lead')} title={t('rounds.title')}>
      <FocusedNotice notice={notice} />
      <QueryState query={board} />
      {board.data &&
        (board.data.rounds.some(isInTheWay) ? (
          <p className={page.note}>{t('rounds.oneAtATime')}</p>
        ) : (
          <StartRound
            expected={board.data.expected}
            onStarted={() => setNotice({ text: t('rounds.started') })}
            userId={userId}
          />
        ))}
      {board.data?.rounds.map((round) => (
        <RoundCard
          key={round._id}
          onStopped={() => setNotice({ text: t('rounds.stopped') })}
          round={round}
          userId={userId}
        />
      ))}
      <QueryState hasSkeletons={false} query={season} />
      {season.data && <SeasonFigures season={season.data} />}
    </Section>
  );
}
