import { useSearchParams } from 'react-router';
import { pageOf } from '../../navigation/page-search.ts';
import { Redirect } from '../../navigation/redirect.tsx';
import { Tabs } from '../../navigation/tabs.tsx';
import type { ScreenQueries } from '../../platform/api/screen-queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { alertsQuery, sentAlertsQuery } from '../notices.queries.ts';
import { Received } from './received-alerts.tsx';
import { Sent } from './sent-alerts.tsx';

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
      <PageTitle text={t('alerts.title')} />
      <h1>{t('alerts.title')}</h1>
      <Tabs
        label={t('alerts.title')}
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
