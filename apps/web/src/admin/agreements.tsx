import { agreementColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { OfficeAgreementList } from '@mutual-transfer/domain/administration/office-agreement';
import {
  agreementTasks,
  type OfficeAgreement,
  officeStates,
} from '@mutual-transfer/domain/administration/office-agreement';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { toneOfState } from '../agreements/agreement-texts.tsx';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import admin from './admin.module.css';
import { roundsQuery } from './admin.queries.ts';
import { Import } from './imports.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { Download } from './list/download.tsx';
import { type Filter, useSpanFilters } from './list/filters.tsx';
import { addressNames, filterQuery } from './list/list-address.ts';
import { freshPageQuery } from './list/page-query.ts';
import { WriteOrder } from './order-document.tsx';
import { PassChosen } from './pass-chosen.tsx';
import { useOwnDistricts, usePlaceAndSubjectOptions } from './people-filters.ts';
import { PersonLink } from './person-link.tsx';
import { Section, useListOrigin } from './section.tsx';
import { agreementSearch } from './sections.ts';
import { useRoundName } from './start-round.tsx';

export function useAgreementColumns(): Column<OfficeAgreement>[] {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const names = useNames();
  const origin = useListOrigin();
  const date = (moment: string | null) => moment && <time dateTime={moment}>{formats.date(moment)}</time>;
  return useColumns(agreementColumns, {
    number: ({ _id, number }) => (
      <Link state={origin} to={{ search: agreementSearch(_id) }}>
        {number}
      </Link>
    ),
    state: ({ state, officeState, reason, isOrderedElsewhere }) => (
      <>
        <Tag tone={toneOfState[state]}>{t(`admin.agreements.states.${officeState}`)}</Tag>
        {reason !== null && <p className={page.soft}>{say(`ended.${reason}`)}</p>}
        {isOrderedElsewhere && <p className={page.soft}>{t('admin.order.elsewhere')}</p>}
      </>
    ),
    members: ({ members }) => (
      <>
        {members.slice(0, members.length > 2 ? 1 : 2).map(({ seat, teacher, district, block }) => (
          <p key={seat}>
            <PersonLink person={teacher} /> <span className={page.soft}>{names.place(district, block)}</span>
          </p>
        ))}
        {members.length > 2 && (
          <p className={page.soft}>
            {t('common.further', { formatted: formats.number(members.length - 1) })}
          </p>
        )}
      </>
    ),
    subject: ({ subject, classRange }) => (
      <>
        <p>{names.subject(subject)}</p>
        <p className={page.soft}>{names.classLevel(classRange)}</p>
      </>
    ),
    size: ({ size }) => formats.number(size),
    deadline: (row) => date(row.deadline),
    joined: ({ joined, size }) =>
      t('admin.agreements.joinedOf', { number: formats.number(joined), all: formats.number(size) }),
    source: ({ source, members }) => {
      const proposer = members.find(({ isProposer }) => isProposer)?.teacher;
      return proposer ? <PersonLink person={proposer} /> : t(`admin.agreements.sources.${source}`);
    },
    created: ({ createdAt }) => formats.date(createdAt),
    agreed: ({ agreedAt }) => agreedAt && formats.date(agreedAt),
    ended: ({ endedAt }) => endedAt && formats.date(endedAt),
  });
}

const shares = ['none', 'some', 'all'] as const;

export function useAgreementFilters(userId: string): Filter[] {
  const { t } = useTranslation();
  const nameOf = useRoundName();
  const { districts, subjects } = usePlaceAndSubjectOptions();
  // Only administrators of the state start rounds.
  const isOfState = useOwnDistricts().length === 0;
  const rounds = useQuery({ ...roundsQuery(userId), enabled: isOfState }).data?.rounds ?? [];
  const ofRound: Filter = {
    kind: 'choice',
    name: 'round',
    label: t('admin.agreements.round'),
    options: rounds.map((round) => ({ value: round._id, label: nameOf(round) })),
  };
  const span = useSpanFilters();
  return [
    {
      kind: 'search',
      name: 'search',
      label: t('admin.agreements.search'),
      hint: t('admin.agreements.searchHint'),
    },
    {
      kind: 'choice',
      name: 'state',
      label: t('browse.status'),
      options: officeStates.map((state) => ({
        value: state,
        label: t(`admin.agreements.states.${state}`),
      })),
    },
    { kind: 'choice', name: 'district', label: t('admin.filters.district'), options: districts },
    { kind: 'choice', name: 'subject', label: t('person.subject'), options: subjects },
    ...(isOfState ? [ofRound] : []),
    {
      kind: 'choice',
      name: 'joined',
      label: t('admin.agreements.joined'),
      options: shares.map((share) => ({ value: share, label: t(`admin.agreements.joinedShare.${share}`) })),
    },
    {
      kind: 'choice',
      name: 'task',
      label: t('admin.agreements.task'),
      options: agreementTasks.map((task) => ({ value: task, label: t(`admin.agreements.tasks.${task}`) })),
    },
    { kind: 'day', name: 'due', label: t('admin.agreements.due') },
    ...span,
  ];
}

/** Proposals and agreements of all teachers, their papers, and the import of orders. */
export function Agreements({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const formats = useFormats();
  const columns = useAgreementColumns();
  const list = useListPage({
    filters: useAgreementFilters(userId),
    sort: '-created',
    queryOf: (search) =>
      freshPageQuery<OfficeAgreementList>(['admin', userId, 'agreements'], '/admin/agreements', search),
    rowsOf: ({ agreements }) => agreements,
  });
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** Numbers of the chosen groups that another office orders, by id. */
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  const choose = (ids: ReadonlySet<string>) => {
    const shown = (list.rows ?? []).filter((row) => row.isOrderedElsewhere);
    const known = [...others, ...shown.map(({ _id, number }) => [_id, number] as const)];
    setOthers(new Map(known.filter(([id]) => ids.has(id))));
    setChosen(ids);
  };
  const [notice, setNotice] = useState({ text: '' });
  const ofChosen = chosen.size === 0 ? '' : `ids=${[...chosen].join()}`;
  const papers = ofChosen || filterQuery(parameters, addressNames(list));
  return (
    <Section id="agreements" lead={t('admin.agreements.lead')} title={t('admin.agreements.title')}>
      <div className={admin.imports}>
        <Import kind="orders" />
        <Import kind="joinings" />
      </div>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={columns}
        choice={{
          chosen,
          onChange: choose,
          nameOf: ({ number }) => t('admin.agreements.choose', { number }),
        }}
        csv={{ path: '/admin/agreements.csv', query: ofChosen }}
        empty={t('admin.agreements.none')}
        emptyHint={t('admin.agreements.noneHint')}
        isClamped
        keyOf={({ _id }) => _id}
        label={t('admin.agreements.title')}
        tools={
          <>
            {chosen.size > 0 && (
              <>
                <p>{t('admin.list.chosen', { number: formats.number(chosen.size) })}</p>
                <Button onClick={() => choose(new Set())}>{t('admin.list.chooseNone')}</Button>
                {list.rows?.some(({ hasScrutiny }) => hasScrutiny) && (
                  <PassChosen
                    agreements={[...chosen]}
                    onDone={(text) => {
                      setNotice({ text });
                      return client.invalidateQueries({ queryKey: ['admin'] });
                    }}
                  />
                )}
                {others.size > 0 ? (
                  <p>{t('admin.order.others', { groups: formats.list([...others.values()]) })}</p>
                ) : (
                  <WriteOrder
                    agreements={[...chosen]}
                    onDone={() => {
                      setChosen(new Set());
                      setNotice({ text: t('admin.order.issued') });
                      return client.invalidateQueries({ queryKey: ['admin'] });
                    }}
                  />
                )}
              </>
            )}
            <Download
              path={`/admin/agreements/papers.zip?${papers}`}
              text={t('admin.agreements.papersZip')}
            />
          </>
        }
      />
    </Section>
  );
}
