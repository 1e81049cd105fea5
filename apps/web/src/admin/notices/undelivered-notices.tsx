import type { Undelivered } from '@mutual-transfer/domain/notices/undelivered';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { undeliveredQuery } from '../admin.queries.ts';
import { personSearch } from '../admin-address.ts';
import { Cell, RowTitle, Table } from '../table.tsx';

/** Notices that could not be delivered on a channel, with a button to retry. */
export function UndeliveredNotices({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useQuery(undeliveredQuery(token));
  return (
    <section aria-labelledby="undelivered" className={page.section}>
      <div>
        <h2 id="undelivered">{t('admin.undelivered.title')}</h2>
        <p className={page.soft}>{t('admin.undelivered.lead')}</p>
      </div>
      {isError && <Failure onRetry={() => void refetch()} text={t('admin.failed')} />}
      {isPending && <CardSkeletons label={t('common.loading')} />}
      {data?.deliveries.length === 0 && <Empty level={3} title={t('admin.undelivered.none')} />}
      {data && data.deliveries.length > 0 && <Deliveries deliveries={data.deliveries} token={token} />}
    </section>
  );
}

function Deliveries({ deliveries, token }: { deliveries: readonly Undelivered[]; token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const retrying = useAction(
    (id: string) => callApi(`/admin/undelivered/${id}/retry`, { method: 'POST' }),
    () => client.invalidateQueries({ queryKey: undeliveredQuery(token).queryKey }),
  );
  const columns = ['name', 'undelivered.channel', 'undelivered.error', 'undelivered.endedAt'] as const;
  return (
    <>
      {retrying.error !== null && <ActionFailure error={retrying.error} text={t('admin.failed')} />}
      <Table
        columns={[...columns.map((column) => t(`admin.${column}`)), t('admin.undelivered.action')]}
        label={t('admin.undelivered.title')}
      >
        {deliveries.map(({ _id, recipient, channel, error, endedAt }) => (
          <tr key={_id}>
            <RowTitle>
              <Link to={{ search: personSearch(recipient._id) }}>{recipient.name}</Link>
            </RowTitle>
            <Cell label={t('admin.undelivered.channel')}>{t(`admin.undelivered.channels.${channel}`)}</Cell>
            <Cell label={t('admin.undelivered.error')}>{error}</Cell>
            <Cell label={t('admin.undelivered.endedAt')}>{formats.dateTime(endedAt)}</Cell>
            <Cell label={t('admin.undelivered.action')}>
              <Button
                aria-label={`${t('admin.undelivered.retry')}: ${recipient.name}`}
                onClick={() => retrying.run(_id)}
              >
                {t('admin.undelivered.retry')}
              </Button>
            </Cell>
          </tr>
        ))}
      </Table>
    </>
  );
}
