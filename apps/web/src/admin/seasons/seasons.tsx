import type { TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { useSeasonTexts } from '../../seasons/use-season-texts.ts';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';
import { Tag } from '../../ui/tag.tsx';
import { adminSeasonsQuery } from '../admin.queries.ts';
import { AdminList } from '../list/admin-list.tsx';
import type { Column } from '../list/columns.ts';
import { useListPage } from '../list/use-list-page.ts';
import { useListOrigin } from '../sections/list-origin.ts';
import { Section } from '../sections/section.tsx';
import { seasonSearch } from '../sections/sections.ts';
import { SeasonForm } from './season-form.tsx';

/** Seasons, the latest first, and the form of a new one. */
export function Seasons({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useSeasonColumns();
  const isWithdrawn = useLocation().state === 'withdrawn';
  const [notice] = useState({ text: isWithdrawn ? t('admin.seasons.withdrawn') : '' });
  const list = useListPage({
    queryOf: (search) => adminSeasonsQuery(userId, search),
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
      header: t('admin.status'),
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
