import type { Round } from '@mutual-transfer/domain/agreements/round';
import { DASHBOARD_POLL, MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmAction } from '../form/dialogs.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { askAgain } from '../platform/queries.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { BarChart, FigureList } from '../ui/charts.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { refreshSeasons, roundQuery, roundsQuery, seasonQuery } from './admin.queries.ts';
import { QueryState } from './list/query-state.tsx';
import { SeasonFigures } from './season-figures.tsx';
import { Section } from './section.tsx';
import { StartRound, useRoundFacts, useRoundName } from './start-round.tsx';

/** Counts of a round with their labels. */
const counts = [
  ['questions', 'rounds.questions'],
  ['ready', 'rounds.plannedOver'],
  ['proposals', 'rounds.proposals'],
  ['asked', 'rounds.asked'],
  ['yes', 'rounds.yes'],
  ['noObjection', 'rounds.noObjection'],
  ['no', 'rounds.no'],
  ['silent', 'rounds.silent'],
  ['agreed', 'rounds.agreed'],
  ['moved', 'rounds.moved'],
] as const;

/** Card of a round: settings, progress, events by day, and a button to stop it. */
function RoundCard({ round, userId, onStopped }: { round: Round; userId: string; onStopped: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const facts = useRoundFacts();
  const nameOf = useRoundName();
  const isOpen = isRunning(round);
  const [hasDays, setDays] = useState(isOpen);
  const [isStopping, setStopping] = useState(false);
  return (
    <article className={card.card}>
      <div className={card.heading}>
        <h3>{nameOf(round)}</h3>
        <Tag tone={isOpen ? 'good' : 'low'}>{t(`rounds.state.${round.state}`)}</Tag>
      </div>
      <p className={page.soft}>
        {facts.all({ ...round, days: daysOf(round) })} ·{' '}
        {isOpen
          ? t('rounds.until', { date: formats.date(round.endsAt) })
          : t('rounds.endedOn', { date: formats.date(round.endedAt ?? round.endsAt) })}
      </p>
      <FigureList
        facts={counts.map(([name, label]) => [
          t(name === 'silent' && isOpen ? 'rounds.open' : label),
          formats.number(round[name]),
        ])}
      />
      {hasDays && <Days id={round._id} isRunning={isOpen} userId={userId} />}
      <div className={page.row}>
        {!hasDays && <Button onClick={() => setDays(true)}>{t('rounds.showDays')}</Button>}
        {isOpen && <Button onClick={() => setStopping(true)}>{t('rounds.stop')}</Button>}
      </div>
      {isStopping && (
        <ConfirmStop
          id={round._id}
          onClose={() => setStopping(false)}
          onStopped={() => {
            setStopping(false);
            onStopped();
          }}
        />
      )}
    </article>
  );
}

/** Events of a round by day. Polls while the round is running, like its counts. */
function Days({ id, isRunning, userId }: { id: string; isRunning: boolean; userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const refetchInterval = isRunning && DASHBOARD_POLL;
  const query = useQuery({ ...roundQuery(userId, id), refetchInterval });
  const { data } = query;
  if (data === undefined) return <QueryState query={query} />;
  if (data.days.length === 0) return <p className={page.soft}>{t('rounds.noDays')}</p>;
  return (
    <BarChart
      bars={data.days.map(({ day, agreed, yes, no }) => ({
        id: day,
        label: formats.date(day),
        value: agreed,
        text: t('rounds.dayText', {
          agreed: formats.number(agreed),
          yes: formats.number(yes),
          no: formats.number(no),
        }),
      }))}
      columns={[t('rounds.day'), t('rounds.agreed')]}
      label={t('rounds.days')}
    />
  );
}

/** Confirms stopping a round and names what ends with it. */
function ConfirmStop({ id, onClose, onStopped }: { id: string; onClose: () => void; onStopped: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ConfirmAction
      act={() => callApi(`/admin/rounds/${id}`, { method: 'DELETE' })}
      onClose={onClose}
      onDone={() => {
        onStopped();
        return Promise.all([askAgain(client, 'rounds'), refreshSeasons(client)]);
      }}
      text={t('rounds.stopText')}
      texts={{ confirm: t('rounds.stop'), cancel: t('common.cancel'), failed: t('admin.failed') }}
      title={t('rounds.stop')}
    />
  );
}

function daysOf({ createdAt, endsAt }: Round): number {
  return Math.round((new Date(endsAt).getTime() - new Date(createdAt).getTime()) / MILLISECONDS_A_DAY);
}

function isRunning({ state }: Round): boolean {
  return state === 'running';
}

/** Returns `true` if a running round was started by an administrator. Rounds of the timetable do not block the start of another round. */
function isInTheWay(round: Round): boolean {
  return isRunning(round) && round.number === null;
}

/** Rounds of proposals: teachers a new round would cover, progress of the current one, and figures of the season. */
export function Rounds({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const board = useQuery({ ...roundsQuery(userId), refetchInterval: DASHBOARD_POLL });
  const season = useQuery({ ...seasonQuery(userId), refetchInterval: DASHBOARD_POLL });
  const [notice, setNotice] = useState({ text: '' });
  const rounds = board.data?.rounds ?? [];
  const cardOf = (round: Round) => (
    <RoundCard
      key={round._id}
      onStopped={() => setNotice({ text: t('rounds.stopped') })}
      round={round}
      userId={userId}
    />
  );
  return (
    <Section id="rounds" lead={t('rounds.lead')} title={t('rounds.title')}>
      <FocusedNotice notice={notice} />
      <QueryState query={board} />
      {rounds.filter(isRunning).map(cardOf)}
      {board.data &&
        (rounds.some(isInTheWay) ? (
          <p className={page.note}>{t('rounds.oneAtATime')}</p>
        ) : (
          <StartRound
            expected={board.data.expected}
            onStarted={() => setNotice({ text: t('rounds.started') })}
            userId={userId}
          />
        ))}
      {rounds.filter((round) => !isRunning(round)).map(cardOf)}
      <QueryState hasSkeletons={false} query={season} />
      {season.data && <SeasonFigures season={season.data} />}
    </Section>
  );
}
