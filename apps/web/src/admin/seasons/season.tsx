import type { AdminSeason } from '@mutual-transfer/domain/seasons/season';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Tagged } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { SeasonResults } from '../../seasons/season-results.tsx';
import { Timetable } from '../../seasons/timetable.tsx';
import { useSeasonWords } from '../../seasons/use-season-words.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Failure } from '../../ui/failure.tsx';
import { FocusedNotice } from '../../ui/focused-notice.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { Tag } from '../../ui/tag.tsx';
import { sectionSearch } from '../admin-address.ts';
import type { Column } from '../list/columns.ts';
import { TitledTable } from '../list/titled-table.tsx';
import { adminSeasonQuery } from './admin-seasons.queries.ts';
import { SeasonForm } from './season-form.tsx';

/** One season: timetable, teachers of its rounds, results, and the form that changes it. */
export function Season({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const query = useQuery(adminSeasonQuery(userId, parameters.get('season') ?? ''));
  return (
    <div className={page.page}>
      <div className={page.chips}>
        <Link className={button.soft} to={{ search: sectionSearch('seasons') }}>
          {t('admin.seasons.all')}
        </Link>
        <Link className={button.soft} to={{ search: sectionSearch('rounds') }}>
          {t('admin.seasons.between')}
        </Link>
      </div>
      {query.isError && <Failure onRetry={() => void query.refetch()} text={t('admin.failed')} />}
      {query.isPending && <CardSkeletons label={t('common.loading')} />}
      {query.data && (
        <Known
          key={query.data.answer._id}
          reload={async () => (await query.refetch()).data}
          season={query.data.answer}
          tag={query.data.tag}
        />
      )}
    </div>
  );
}

interface KnownProps {
  readonly season: AdminSeason;
  /** Tag of the season's state. */
  readonly tag: string | undefined;
  readonly reload: () => Promise<Tagged<AdminSeason> | undefined>;
}

function Known({ season, tag, reload }: KnownProps) {
  const { t } = useTranslation();
  const words = useSeasonWords();
  const formats = useFormats();
  const [notice, setNotice] = useState({ text: '' });
  return (
    <>
      <FocusedNotice notice={notice} />
      <div>
        <div className={page.row}>
          <h2>{season.name}</h2>
          <Tag tone={season.state === 'open' ? 'good' : 'low'}>{t(`season.state.${season.state}`)}</Tag>
        </div>
        <p className={page.lead}>{season.next === null ? t('season.over') : words.next(season.next)}</p>
        <p className={page.soft}>
          {t(`season.way.${season.consent}`)} {t('season.restsOn', { order: season.order })}
        </p>
        {season.consent === 'before' && (
          <p>
            {t('admin.seasons.consents', {
              count: season.consents,
              formatted: formats.number(season.consents),
            })}
          </p>
        )}
      </div>
      <Timetable season={season} />
      <Rounds season={season} />
      {season.state !== 'closed' && (
        <details className={card.card}>
          <summary>{t('admin.seasons.change')}</summary>
          <p className={page.soft}>{t('admin.seasons.changeHint')}</p>
          <Change
            known={{ answer: season, tag }}
            onDone={() => setNotice({ text: t('admin.seasons.saved') })}
            reload={reload}
          />
        </details>
      )}
      <SeasonResults id={season._id} />
    </>
  );
}

/** Form of the season as it was when the form was shown, so that a refetch changes no field. */
function Change({
  known,
  onDone,
  reload,
}: {
  readonly known: Tagged<AdminSeason>;
  readonly onDone: () => void;
  readonly reload: KnownProps['reload'];
}) {
  const [shown, setShown] = useState(known);
  return (
    <SeasonForm
      key={shown.tag}
      onDone={(saved) => {
        setShown(saved);
        onDone();
      }}
      onReload={async () => {
        const present = await reload();
        if (present !== undefined) setShown(present);
      }}
      season={shown}
    />
  );
}

type Counts = AdminSeason['roundCounts'][number];

/** Teachers of each round: those whom it would ask and plan over now, or did. */
function Rounds({ season: { roundCounts } }: { season: AdminSeason }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<Counts>[] = [
    {
      id: 'number',
      header: t('admin.agreements.round'),
      value: ({ number }) => t('admin.seasons.round', { number: formats.number(number) }),
    },
    {
      id: 'state',
      header: t('admin.status'),
      value: ({ roundId }) => t(roundId === null ? 'admin.seasons.expected' : 'admin.seasons.started'),
    },
    { id: 'asked', header: t('season.count.asked'), value: ({ asked }) => formats.number(asked) },
    { id: 'ready', header: t('season.count.ready'), value: ({ ready }) => formats.number(ready) },
  ];
  return (
    <TitledTable
      columns={columns}
      id="rounds"
      keyOf={({ number }) => String(number)}
      rows={roundCounts}
      title={t('rounds.title')}
    />
  );
}
