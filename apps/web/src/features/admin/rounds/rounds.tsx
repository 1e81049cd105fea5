import type { Round, RoundDetails, RoundList, Season } from '@mutual-transfer/domain/round';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { useErrorText } from '../../../api/error-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMessages, useTranslation } from '../../../i18n/language.tsx';
import { useFormats, useNames } from '../../../i18n/names.ts';
import { live } from '../../../people/live.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { Button } from '../../../ui/button.tsx';
import card from '../../../ui/card.module.css';
import { Failure } from '../../../ui/failure.tsx';
import page from '../../../ui/page.module.css';
import { CardSkeletons } from '../../../ui/skeletons.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { roundQuery, roundsQuery, seasonQuery } from '../admin-queries.ts';
import classes from './rounds.module.css';

/** Rounds of proposals: whom a new one would ask, how the one under way goes, and the figures of the season. */
export function Rounds({ token }: { token: string }) {
  const { t } = useTranslation();
  const board = useQuery({ ...roundsQuery(token), ...live });
  const season = useQuery({ ...seasonQuery(token), ...live });
  return (
    <section aria-labelledby="rounds" className={page.section}>
      <div>
        <h2 id="rounds">{t('rounds.title')}</h2>
        <p className={card.soft}>{t('rounds.lead')}</p>
      </div>
      {board.isError && <Failure onRetry={() => void board.refetch()} text={t('admin.failed')} />}
      {board.isPending && <CardSkeletons label={t('common.loading')} />}
      {board.data && !board.data.rounds.some(({ state }) => state === 'running') && (
        <StartRound expected={board.data.expected} />
      )}
      {board.data?.rounds.map((round) => (
        <RoundCard key={round._id} round={round} token={token} />
      ))}
      {season.data && <SeasonFigures season={season.data} />}
    </section>
  );
}

function StartRound({ expected: { ready, bySubject } }: { expected: RoundList['expected'] }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const errorText = useErrorText();
  const client = useQueryClient();
  const starting = useAction(
    () => callApi<RoundDetails>('/admin/rounds', { method: 'POST', body: {} }),
    () => client.invalidateQueries({ queryKey: ['rounds'] }),
  );
  return (
    <div className={card.card}>
      <p>{t('rounds.expected', { number: formats.number(ready) })}</p>
      {bySubject.length > 0 && (
        <dl className={classes.figures}>
          {bySubject.map(({ subject, ready: count }) => (
            <div key={subject}>
              <dt>{names.subject(subject)}</dt>
              <dd>{formats.number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {starting.error !== null && <Failure text={errorText(starting.error, t('admin.failed'))} />}
      <div className={page.row}>
        <Button
          disabled={ready < 2}
          isBusy={starting.isBusy}
          kind="main"
          onClick={() => starting.run(undefined)}
        >
          {t('rounds.start')}
        </Button>
      </div>
    </div>
  );
}

const counts = ['proposals', 'asked', 'yes', 'no', 'silent', 'agreed', 'moved'] as const;

function RoundCard({ round, token }: { round: Round; token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const errorText = useErrorText();
  const client = useQueryClient();
  const isRunning = round.state === 'running';
  const details = useQuery({ ...roundQuery(token, round._id), enabled: isRunning });
  const stopping = useAction(
    () => callApi(`/admin/rounds/${round._id}`, { method: 'DELETE' }),
    () => client.invalidateQueries({ queryKey: ['rounds'] }),
  );
  return (
    <article className={card.card}>
      <div className={card.heading}>
        <h3>{t('rounds.of', { date: formats.date(round.createdAt) })}</h3>
        <Tag tone={isRunning ? 'good' : 'low'}>{t(`rounds.state.${round.state}`)}</Tag>
      </div>
      <dl className={classes.figures}>
        {counts.map((name) => (
          <div key={name}>
            <dt>{t(`rounds.${name}`)}</dt>
            <dd>{formats.number(round[name])}</dd>
          </div>
        ))}
      </dl>
      {details.data && details.data.days.length > 0 && (
        <BarChart
          bars={details.data.days.map(({ day, agreed }) => ({
            id: day,
            label: formats.date(day),
            value: agreed,
            text: formats.number(agreed),
          }))}
          columns={[t('rounds.day'), t('rounds.agreed')]}
          label={t('rounds.days')}
        />
      )}
      {stopping.error !== null && <Failure text={errorText(stopping.error, t('admin.failed'))} />}
      {isRunning && (
        <div className={page.row}>
          <Button isBusy={stopping.isBusy} onClick={() => stopping.run(undefined)}>
            {t('rounds.stop')}
          </Button>
        </div>
      )}
    </article>
  );
}

function SeasonFigures({ season }: { season: Season }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const { proposals, agreements, completions, moved, survival, yesShare, hoursToAnswer, reasons } = season;
  const facts: [string, string][] = [
    [t('rounds.proposals'), formats.number(proposals)],
    [t('rounds.agreements'), formats.number(agreements)],
    [t('rounds.completions'), formats.number(completions)],
    [t('rounds.moved'), formats.number(moved)],
    ...(survival === null ? [] : [[t('rounds.survival'), formats.percent(survival)] as [string, string]]),
    ...(yesShare === null ? [] : [[t('rounds.yesShare'), formats.percent(yesShare)] as [string, string]]),
    ...(hoursToAnswer === null
      ? []
      : [[t('rounds.hours'), formats.number(Math.round(hoursToAnswer.median))] as [string, string]]),
  ];
  return (
    <article className={card.card}>
      <h3>{t('rounds.season')}</h3>
      <dl className={classes.figures}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <BarChart
          bars={reasons.map(({ reason, count }) => ({
            id: reason,
            label: say(`ended.${reason}`),
            value: count,
            text: formats.number(count),
          }))}
          columns={[t('rounds.reason'), t('rounds.count')]}
          label={t('rounds.reasons')}
        />
      )}
    </article>
  );
}
