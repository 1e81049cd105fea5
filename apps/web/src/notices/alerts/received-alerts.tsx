import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '../../form/call-failure.tsx';
import { Pager } from '../../navigation/pager.tsx';
import { useReading } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Empty } from '../../ui/states/empty.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { alertsQuery, sentAlertsQuery } from '../notices.queries.ts';
import { AlertCards } from './alert-list.tsx';
import { useAlertChanges } from './use-alerts.ts';

/** One page of the alerts that other teachers and the product sent. */
export function Received({ userId, page: number }: { userId: string; page: number }) {
  const { t, language } = useReading();
  const query = useQuery(alertsQuery(userId, language, number));
  const { data } = query;
  const { error, markRead, hide } = useAlertChanges(userId);
  const { data: sent } = useQuery(sentAlertsQuery(userId, 1));
  if (query.isPending) return <CardSkeletons label={t('common.loading')} />;
  if (data === undefined) {
    return <CallFailure error={query.error} onRetry={query.refetch} text={t('alerts.failed')} />;
  }
  const unread = data.alerts.filter(({ isRead }) => !isRead);
  const markAllRead = () => {
    for (const { _id } of unread) markRead(_id);
  };
  return (
    <section aria-label={t('alerts.received')} className={page.section}>
      {data.pagination.total === 0 && <Empty title={t('alerts.none')} />}
      <CallFailure error={error} text={t('alerts.failedChange')} />
      {unread.length > 1 && (
        <div className={page.buttons}>
          <Button onClick={markAllRead}>{t('alerts.markAllRead')}</Button>
        </div>
      )}
      <AlertCards
        alerts={data.alerts}
        contactLimit={data}
        onHide={hide}
        onRead={markRead}
        sent={sent?.alerts ?? []}
      />
      <Pager page={number} pages={data.pagination.pages} />
    </section>
  );
}
