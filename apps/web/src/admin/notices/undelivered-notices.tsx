import type { Undelivered } from '@mutual-transfer/domain/notices/undelivered';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { undeliveredQuery } from '../admin.queries.ts';
import { AdminList } from '../list/admin-list.tsx';
import type { Column } from '../list/columns.ts';
import { PersonLink } from '../list/person-link.tsx';
import { useListPage } from '../list/use-list-page.ts';
import { Section } from '../sections/section.tsx';

const NOTICES_A_PAGE = 25;

/** Notices that could not be delivered on a channel, with a button to retry. */
export function UndeliveredNotices({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const list = useListPage({
    limit: NOTICES_A_PAGE,
    queryOf: (search) => undeliveredQuery(userId, search),
    rowsOf: ({ deliveries }) => deliveries,
  });
  const retrying = useAction(
    (id: string) => callApi(`/admin/undelivered/${id}/retry`, { method: 'POST' }),
    () => client.invalidateQueries({ queryKey: ['admin', userId, 'undelivered'] }),
  );
  const columns = useNoticeColumns((id) => retrying.run(id));
  return (
    <Section id="undelivered" lead={t('admin.undelivered.lead')} title={t('admin.undelivered.title')}>
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

function useNoticeColumns(onRetry: (id: string) => void): Column<Undelivered>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return [
    { id: 'name', header: t('admin.name'), value: ({ recipient }) => <PersonLink person={recipient} /> },
    {
      id: 'channel',
      header: t('admin.undelivered.channel'),
      value: ({ channel }) => t(`admin.undelivered.channels.${channel}`),
    },
    { id: 'error', header: t('admin.undelivered.error'), value: ({ error }) => error },
    {
      id: 'ended',
      header: t('admin.undelivered.endedAt'),
      value: ({ endedAt }) => formats.dateTime(endedAt),
    },
    {
      id: 'actions',
      header: t('admin.undelivered.action'),
      value: ({ _id, recipient }) => (
        <Button
          aria-label={`${t('admin.undelivered.retry')}: ${recipient.name}`}
          onClick={() => onRetry(_id)}
        >
          {t('admin.undelivered.retry')}
        </Button>
      ),
    },
  ];
}
