import { allLanguages, type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import { type AdminSeason, seasonName } from '@mutual-transfer/domain/seasons/season';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ConfirmAction } from '../form/dialogs.tsx';
import { callApi, type Tagged } from '../platform/client.ts';
import { catalogueOf, loadCatalogue } from '../platform/i18n/catalogue.ts';
import { formatsOf } from '../platform/i18n/formats.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useAction } from '../platform/use-action.ts';
import { SeasonHead, SeasonResultsPart, Timetable } from '../seasons/season-head.tsx';
import { seasonResultsQuery } from '../seasons/seasons.queries.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { adminSeasonQuery, refreshSeasons } from './admin.queries.ts';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { QueryState } from './list/query-state.tsx';
import { SeasonForm } from './season-form.tsx';
import { type TypedSeason, typedAfterConflict } from './season-values.ts';
import { TitledTable, useListSearch } from './section.tsx';
import { sectionSearch } from './sections.ts';

/** Button that withdraws a season which is not open yet, after a confirmation. Opens the list of seasons afterwards. */
function WithdrawSeason({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  return (
    <div>
      <Button onClick={() => setAsked(true)}>{t('admin.seasons.withdraw')}</Button>
      {isAsked && (
        <ConfirmAction
          act={() => callApi(`/admin/seasons/${id}`, { method: 'DELETE' })}
          onClose={() => setAsked(false)}
          onDone={async () => {
            await navigate({ search: sectionSearch('seasons') }, { state: 'withdrawn' });
            await refreshSeasons(client);
          }}
          text={t('admin.seasons.withdrawText')}
          texts={{
            confirm: t('admin.seasons.withdraw'),
            cancel: t('common.cancel'),
            failed: t('admin.failed'),
          }}
          title={t('admin.seasons.withdraw')}
        />
      )}
    </div>
  );
}

/** One season: timetable, teachers of its rounds, results, and the form that changes it. */
export function SeasonSection({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const list = useListSearch('seasons');
  const query = useQuery(adminSeasonQuery(userId, parameters.get('season') ?? ''));
  return (
    <div className={page.page}>
      <div className={page.chips}>
        <Link className={button.soft} to={{ search: list }}>
          {t('admin.seasons.all')}
        </Link>
        <Link className={button.soft} to={{ search: sectionSearch('rounds') }}>
          {t('admin.seasons.between')}
        </Link>
        <AnnounceSeason season={query.data?.answer} />
        <Link className={button.soft} to={paths.season}>
          {t('admin.seasons.public')}
        </Link>
      </div>
      <QueryState query={query} />
      {query.data && (
        <Known
          key={query.data.answer._id}
          reload={async () => (await query.refetch()).data}
          season={query.data.answer}
          tag={query.data.tag}
          userId={userId}
        />
      )}
    </div>
  );
}

/** Button that opens the form of an announcement with a text about the season in every language. */
function AnnounceSeason({ season }: { season: AdminSeason | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const announcing = useAction(async () => {
    await Promise.all(allLanguages().map((language) => loadCatalogue(language)));
    const texts =
      season && Object.fromEntries(allLanguages().map((one) => [one, announcementIn(one, season)]));
    await navigate({ search: sectionSearch('announcements') }, { state: { texts } });
  });
  return (
    <Button isBusy={announcing.isBusy} onClick={() => announcing.run()}>
      {t('admin.seasons.announce')}
    </Button>
  );
}

function announcementIn(language: Language, season: AdminSeason): string {
  const { dateTime } = formatsOf(languageEntry(language).locale);
  const { t } = catalogueOf(language);
  const listCloses = dateTime(season.listCloses);
  const dates = t('admin.seasons.announcement', {
    name: seasonName(season, language),
    opens: dateTime(season.opens),
    listCloses,
    closed: dateTime(season.closed),
  });
  return season.consent === 'before'
    ? `${dates} ${t('admin.seasons.announcementBefore', { listCloses })}`
    : dates;
}

interface KnownProps {
  season: AdminSeason;
  /** `ETag` of the season. */
  tag: string | undefined;
  reload: () => Promise<Tagged<AdminSeason> | undefined>;
  userId: string;
}

function Known({ season, tag, reload, userId }: KnownProps) {
  const { t, language } = useReading();
  const formats = useFormats();
  const isNew = useLocation().state === 'made';
  const [notice, setNotice] = useState({ text: isNew ? t('admin.seasons.made') : '' });
  return (
    <>
      <FocusedNotice notice={notice} />
      <SeasonHead level={2} name={seasonName(season, language)} season={season} />
      <Settings season={season} />
      {season.consent === 'before' && (
        <p>
          {t('admin.seasons.consents', {
            count: season.consents,
            formatted: formats.number(season.consents),
          })}
        </p>
      )}
      {season.consentsByDistrict.length > 0 && <ConsentsByDistrict season={season} />}
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
      {season.state === 'planned' && <WithdrawSeason id={season._id} />}
      <SeasonResultsPart
        hasAskedHint={false}
        hint={t('admin.seasons.resultsHint')}
        query={seasonResultsQuery(season._id, userId)}
        season={season}
      />
    </>
  );
}

/** Settings of the season that its dates do not show. */
function Settings({ season: { relieving, scrutiny, consent, objectionDays } }: { season: AdminSeason }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const days = `${t('admin.seasons.objectionDays')}: ${formats.number(objectionDays)}`;
  const set = [
    ...(relieving ? [t('admin.seasons.relieving')] : []),
    ...(scrutiny ? [t('admin.seasons.scrutiny')] : []),
    ...(consent === 'before' ? [days] : []),
  ];
  return set.length > 0 && <p className={page.soft}>{set.join(' · ')}</p>;
}

/** Form of the season. Keeps the season as loaded when the form mounted, so that a refetch changes no field. */
function Change({
  known,
  onDone,
  reload,
}: {
  known: Tagged<AdminSeason>;
  onDone: () => void;
  reload: KnownProps['reload'];
}) {
  const [shown, setShown] = useState<{ season: typeof known; typed?: TypedSeason }>({ season: known });
  return (
    <SeasonForm
      key={shown.season.tag}
      onDone={(season) => {
        setShown({ season });
        onDone();
      }}
      onReload={async (typed) => {
        const season = await reload();
        if (season === undefined) return;
        setShown({ season, typed: typedAfterConflict(shown.season.answer, typed, season.answer) });
      }}
      {...shown}
    />
  );
}

/** Numbers of teachers who consented, by district. Those of the current season link to their list. */
function ConsentsByDistrict({ season: { consentsByDistrict } }: { season: AdminSeason }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const label = t('admin.consents.byDistrict');
  const columns: Column<AdminSeason['consentsByDistrict'][number]>[] = [
    {
      id: 'district',
      header: t('admin.exclusions.district'),
      value: ({ district }) => (
        <Link to={{ search: `?${new URLSearchParams({ section: 'consents', district })}` }}>
          {names.district(district)}
        </Link>
      ),
    },
    { id: 'count', header: t('admin.consents.count'), value: ({ consents }) => formats.number(consents) },
  ];
  return (
    <details className={card.card}>
      <summary>{label}</summary>
      <DataTable
        columns={columns}
        keyOf={({ district }) => district}
        label={label}
        rows={consentsByDistrict}
      />
    </details>
  );
}

type Counts = AdminSeason['roundCounts'][number];

/** Numbers of teachers whom each round asked and included in its plan. Numbers of future rounds are those of a round that starts now. */
function Rounds({ season: { consent, roundCounts, stoppedRounds } }: { season: AdminSeason }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isStopped = (number: number) => stoppedRounds.some(({ round }) => round === number);
  const stateOf = ({ number, roundId }: Counts) => {
    if (isStopped(number)) return t('rounds.state.stopped');
    return t(roundId === null ? 'admin.seasons.expected' : 'admin.seasons.started');
  };
  const columns: Column<Counts>[] = [
    {
      id: 'number',
      header: t('admin.agreements.round'),
      value: ({ number }) => t('admin.seasons.round', { number: formats.number(number) }),
    },
    { id: 'state', header: t('browse.status'), value: stateOf },
    { id: 'asked', header: t('season.count.asked'), value: ({ asked }) => formats.number(asked) },
    { id: 'ready', header: t('season.count.ready'), value: ({ ready }) => formats.number(ready) },
  ];
  return (
    <TitledTable
      columns={columns}
      id="rounds"
      keyOf={({ number }) => String(number)}
      lead={consent === 'after' ? t('season.askedHint') : undefined}
      rows={roundCounts}
      title={t('rounds.title')}
    />
  );
}
