import type { SentAlert } from '@mutual-transfer/domain/notices/alert';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { pageOf } from '../navigation/page-search.ts';
import { Pager } from '../navigation/pager.tsx';
import { Redirect } from '../navigation/redirect.tsx';
import { Tabs } from '../navigation/tabs.tsx';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import type { ScreenQueries } from '../platform/screen-queries.ts';
import { useSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons, Empty } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { AlertCards } from './alert-list.tsx';
import { alertsQuery, sentAlertsQuery, useAlertChanges } from './notices.queries.ts';

/** One page of the alerts that other teachers and the product sent. */
export function Received({ userId, page: number }: { userId: string; page: number }) {
  const { t, language } = useReading();
  const query = useQuery(alertsQuery(userId, language, number));
  const { data } = query;
  const { error, markRead, hide } = useAlertChanges(userId);
  const { data: sent } = useQuery(sentAlertsQuery(userId, 1));
  if (query.isPending) return <CardSkeletons />;
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

function Sent({ userId, page: number }: { userId: string; page: number }) {
  const { t } = useTranslation();
  const query = useQuery(sentAlertsQuery(userId, number));
  if (query.isPending) return <CardSkeletons />;
  if (query.data === undefined) {
    return <CallFailure error={query.error} onRetry={query.refetch} text={t('alerts.failed')} />;
  }
  const { alerts, pagination } = query.data;
  return (
    <section aria-label={t('alerts.sentTab')} className={page.section}>
      {pagination.total === 0 && <Empty text={t('alerts.noneSentHint')} title={t('alerts.noneSent')} />}
      <ul className={page.stack}>
        {alerts.map((alert) => (
          <li key={alert._id}>
            <SentCard alert={alert} />
          </li>
        ))}
      </ul>
      <Pager page={number} pages={pagination.pages} />
    </section>
  );
}

function SentCard({ alert: { toUser, message, isRead, createdAt } }: { alert: SentAlert }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  return (
    <article className={card.card}>
      <div className={card.heading}>
        <div>
          <h2>{t('alerts.to', { name: names.personal(toUser.name) })}</h2>
          <p className={page.soft}>
            <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>
            {toUser.district !== '' && ` · ${names.place(toUser.district, toUser.postingBlock)}`}
          </p>
        </div>
        <Tag tone={isRead ? 'good' : 'low'}>{t(isRead ? 'alerts.wasRead' : 'alerts.notRead')}</Tag>
      </div>
      <p className={card.text}>{message}</p>
    </article>
  );
}

export const handle: ScreenQueries = {
  queries: (userId, language) => [alertsQuery(userId, language, 1), sentAlertsQuery(userId, 1)],
};

/** The teacher's alerts: received and sent. Administrators have none. */
export default function AlertsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [parameters] = useSearchParams();
  if (session === null) return null;
  if (session.user.role === 'admin') return <Redirect to={paths.admin} />;
  const isSent = parameters.get('tab') === 'sent';
  const list = { userId: session.user._id, page: pageOf(parameters) };
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageTitle text={t('navigation.alerts')} />
      <h1>{t('navigation.alerts')}</h1>
      <Tabs
        label={t('navigation.alerts')}
        tabs={[
          { search: '', text: t('alerts.received'), isCurrent: !isSent },
          { search: '?tab=sent', text: t('alerts.sentTab'), isCurrent: isSent },
        ]}
      />
      <h2 className="visually-hidden">{t(isSent ? 'alerts.sentTab' : 'alerts.received')}</h2>
      {isSent ? <Sent {...list} /> : <Received {...list} />}
    </div>
  );
}
