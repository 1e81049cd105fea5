import type { Announcement, AnnouncementList } from '@mutual-transfer/domain/administration/announcement';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ConfirmAction } from '../form/dialogs.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import type { Column } from './list/columns.ts';
import { adminListQuery } from './list/page-query.ts';
import { NewAnnouncementForm } from './new-announcement.tsx';
import { Section } from './section.tsx';

/** Announcements to teachers: the form for a new one, and the list of earlier ones. */
export function Announcements({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [withdrawn, setWithdrawn] = useState<Announcement>();
  const [notice, setNotice] = useState({ text: '' });
  // Another section may pass the texts by language.
  // Only this application writes the state of its history entries.
  const suggested = (useLocation().state as { texts?: Record<string, string> } | null)?.texts;
  const [isOpen, setOpen] = useState(suggested !== undefined);
  const columns = useAnnouncementColumns(setWithdrawn);
  const list = useListPage({
    queryOf: (search) =>
      adminListQuery<AnnouncementList>(['admin', userId, 'announcements'], '/admin/announcements', search),
    rowsOf: ({ announcements }) => announcements,
  });
  return (
    <Section id="announcements" lead={t('admin.announcements.lead')} title={t('admin.announcements.title')}>
      <FocusedNotice notice={notice} />
      <details className={card.card} onToggle={(event) => setOpen(event.currentTarget.open)} open={isOpen}>
        <summary>{t('admin.announcements.new')}</summary>
        <NewAnnouncementForm
          onSent={() => {
            setOpen(false);
            setNotice({ text: t('admin.announcements.sentNotice') });
          }}
          suggested={suggested}
        />
      </details>
      <AdminList
        {...list}
        columns={columns}
        empty={t('admin.announcements.none')}
        keyOf={({ _id }) => _id}
        label={t('admin.announcements.title')}
      />
      {withdrawn && (
        <Withdrawal
          announcement={withdrawn}
          onClose={() => setWithdrawn(undefined)}
          onDone={() => {
            setWithdrawn(undefined);
            setNotice({ text: t('admin.announcements.withdrawnNotice') });
          }}
        />
      )}
    </Section>
  );
}

function useAnnouncementColumns(onWithdraw: (announcement: Announcement) => void): Column<Announcement>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const place = useNames();
  return [
    {
      id: 'text',
      header: t('admin.announcements.text'),
      value: ({ texts }) =>
        Object.entries(texts).map(([language, text]) => (
          <p className={card.text} key={language} lang={language}>
            {text}
          </p>
        )),
    },
    {
      id: 'state',
      header: t('browse.status'),
      value: ({ state, sent, messages }) => (
        <>
          <Tag tone={state === 'withdrawn' ? 'low' : 'good'}>{t(`admin.announcements.state.${state}`)}</Tag>
          <p className={page.soft}>
            {t('admin.announcements.told', { count: sent, formatted: formats.number(sent) })}
          </p>
          {messages.waiting + messages.sent + messages.failed > 0 && (
            <p className={page.soft}>
              {t('admin.announcements.messages', {
                waiting: formats.number(messages.waiting),
                sent: formats.number(messages.sent),
                failed: formats.number(messages.failed),
              })}
            </p>
          )}
        </>
      ),
    },
    {
      id: 'districts',
      header: t('admin.announcements.to'),
      value: ({ districts }) =>
        districts === null
          ? t('admin.announcements.all')
          : districts.map((district) => place.district(district)).join(', '),
    },
    {
      id: 'starts',
      header: t('admin.announcements.startsAt'),
      value: ({ startsAt }) => formats.dateTime(startsAt),
    },
    {
      id: 'ends',
      header: t('admin.announcements.endsAt'),
      value: ({ endsAt }) => formats.dateTime(endsAt),
    },
    {
      id: 'by',
      header: t('admin.administrator'),
      isExtra: true,
      value: ({ createdBy }) => createdBy?.name,
    },
    {
      id: 'actions',
      header: t('admin.actions'),
      value: (announcement) =>
        announcement.canWithdraw && (
          <Button onClick={() => onWithdraw(announcement)}>{t('admin.announcements.withdraw')}</Button>
        ),
    },
  ];
}

interface WithdrawalProps {
  announcement: Announcement;
  onClose: () => void;
  onDone: () => void;
}

function Withdrawal({ announcement, onClose, onDone }: WithdrawalProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ConfirmAction
      act={() => callApi(`/admin/announcements/${announcement._id}`, { method: 'DELETE' })}
      onClose={onClose}
      onDone={() => {
        onDone();
        return client.invalidateQueries({ queryKey: ['admin'] });
      }}
      text={t('admin.announcements.withdrawText')}
      texts={{
        confirm: t('admin.announcements.withdraw'),
        cancel: t('common.cancel'),
        failed: t('common.failed'),
      }}
      title={t('admin.announcements.withdraw')}
    />
  );
}
