import { undeliveredColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { Undelivered, UndeliveredList } from '@mutual-transfer/domain/administration/open-work';
import type { Confirmation } from '@mutual-transfer/domain/confirmation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { FocusedNotice } from '../ui/states.tsx';
import { refreshAdmin } from './admin.queries.ts';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { adminListQuery } from './list/page-query.ts';
import { ActionFailure } from './list/query-state.tsx';
import { PersonLink } from './person-link.tsx';

import { Section } from './section.tsx';

const NOTICES_A_PAGE = 25;

/** Notices that could not be delivered on a channel, with a button to retry. */
export function UndeliveredNotices({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const list = useListPage({
    limit: NOTICES_A_PAGE,
    queryOf: (search) =>
      adminListQuery<UndeliveredList>(['admin', userId, 'undelivered'], '/admin/undelivered', search),
    rowsOf: ({ deliveries }) => deliveries,
  });
  const retrying = useAction(
    (id: string) => callApi<Confirmation>(`/admin/undelivered/${id}/retry`, { method: 'POST' }),
    async ({ message }) => {
      await refreshAdmin(client, userId, 'undelivered', 'waiting');
      setNotice({ text: message });
    },
  );
  const columns = useNoticeColumns(retrying);
  return (
    <Section id="undelivered" lead={t('admin.undelivered.lead')} title={t('admin.undelivered.title')}>
      <FocusedNotice notice={notice} />
      <ActionFailure error={retrying.error} text={t('admin.failed')} />
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/undelivered.csv' }}
        empty={t('admin.undelivered.none')}
        keyOf={({ _id }) => _id}
        label={t('admin.undelivered.title')}
      />
    </Section>
  );
}

interface Retrying {
  isBusy: boolean;
  run: (id: string) => void;
}

function useNoticeColumns({ isBusy, run }: Retrying): Column<Undelivered>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useColumns(undeliveredColumns, {
    name: ({ recipient }) => <PersonLink person={recipient} />,
    channel: ({ channel }) => t(`admin.undelivered.channels.${channel}`),
    error: ({ error }) => error,
    ended: ({ endedAt }) => formats.dateTime(endedAt),
    actions: ({ _id, recipient }) => (
      <Button
        aria-label={`${t('admin.undelivered.retry')}: ${recipient.name}`}
        isBusy={isBusy}
        onClick={() => run(_id)}
      >
        {t('admin.undelivered.retry')}
      </Button>
    ),
  });
}
