import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { alertsQuery } from '../notices/notices.queries.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import classes from './dashboard.module.css';

/** Latest unread alert, for phones, where the list of alerts is far below. */
export function NewAlert({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { language } = useReading();
  const { data } = useQuery(alertsQuery(userId, language));
  const latest = data?.alerts.find(({ isRead, isHiddenForRecipient }) => !isRead && !isHiddenForRecipient);
  if (latest === undefined) return null;
  return (
    <section aria-labelledby="new-alert" className={`${card.card} ${classes.newAlert}`}>
      <h2 id="new-alert">{t('dashboard.newAlert')}</h2>
      <p className={classes.message}>{latest.message}</p>
      <Link className={`${button.soft} ${page.start}`} to={paths.alerts}>
        {t('alerts.all')}
      </Link>
    </section>
  );
}
