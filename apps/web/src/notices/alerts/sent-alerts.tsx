import type { SentAlert } from '@mutual-transfer/domain/notices/alert';
import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '../../form/call-failure.tsx';
import { Pager } from '../../navigation/pager.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Empty } from '../../ui/states/empty.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { Tag } from '../../ui/tag.tsx';
import { sentAlertsQuery } from '../notices.queries.ts';

/** One page of the alerts that the user sent. */
export function Sent({ userId, page: number }: { userId: string; page: number }) {
  const { t } = useTranslation();
  const query = useQuery(sentAlertsQuery(userId, number));
  if (query.isPending) return <CardSkeletons label={t('common.loading')} />;
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
