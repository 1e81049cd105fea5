import type { SeasonList, TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useSeasonTexts } from '../seasons/season-card.tsx';
import { SeasonHead } from '../seasons/season-head.tsx';
import { currentSeasonQuery } from '../seasons/seasons.queries.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import type { Column } from './list/columns.ts';
import { adminListQuery } from './list/page-query.ts';
import { SeasonForm } from './season-form.tsx';
import { Section, useListOrigin } from './section.tsx';
import { seasonSearch, sectionSearch } from './sections.ts';

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
      <Link to={{ search: sectionSearch('exclusions') }}>{t('admin.exclusions.title')}</Link>
    </div>
  );
}

/** Seasons, the latest first, and the form of a new one. */
export function Seasons({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useSeasonColumns();
  const isWithdrawn = useLocation().state === 'withdrawn';
  const [notice] = useState({ text: isWithdrawn ? t('admin.seasons.withdrawn') : '' });
  const list = useListPage({
    queryOf: (search) => adminListQuery<SeasonList>(['admin', userId, 'seasons'], '/admin/seasons', search),
    rowsOf: ({ seasons }) => seasons,
  });
  return (
    <Section id="seasons" lead={t('admin.seasons.lead')} title={t('admin.seasons.title')}>
      <FocusedNotice notice={notice} />
      <details className={card.card}>
        <summary>{t('admin.seasons.new')}</summary>
        <SeasonForm
          onDone={({ answer }) => void navigate({ search: seasonSearch(answer._id) }, { state: 'made' })}
        />
      </details>
      <AdminList
        {...list}
        columns={columns}
        empty={t('admin.seasons.none')}
        emptyHint={t('admin.seasons.noneHint')}
        keyOf={({ _id }) => _id}
        label={t('admin.seasons.title')}
      />
    </Section>
  );
}

function useSeasonColumns(): Column<TransferSeason>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const texts = useSeasonTexts();
  const origin = useListOrigin();
  return [
    {
      id: 'name',
      header: t('admin.seasons.name'),
      value: ({ _id, name, order }) => (
        <>
          <Link state={origin} to={{ search: seasonSearch(_id) }}>
            {name}
          </Link>
          <span className={page.soft}>{order}</span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('browse.status'),
      value: ({ state }) => <Tag tone={state === 'open' ? 'good' : 'low'}>{t(`season.state.${state}`)}</Tag>,
    },
    { id: 'opens', header: t('admin.seasons.opens'), value: ({ opens }) => formats.dateTime(opens) },
    { id: 'closed', header: t('admin.seasons.closed'), value: ({ closed }) => formats.dateTime(closed) },
    { id: 'rounds', header: t('rounds.title'), value: ({ rounds }) => formats.number(rounds.length) },
    {
      id: 'next',
      header: t('season.next'),
      value: ({ next }) =>
        next === null ? t('season.over') : `${texts.event(next)} (${formats.dateTime(next.at)})`,
    },
  ];
}
