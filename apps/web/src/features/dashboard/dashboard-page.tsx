import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import page from '../../ui/page.module.css';
import { OwnRequests } from './own-requests.tsx';

export function meta() {
  return [{ title: 'Dashboard · Mutual Transfer' }];
}

/** What a teacher comes back for: their requests, and who they can swap with. */
export default function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <div className={page.page}>
      <div className={page.row}>
        <h1>{t('dashboard.welcome', { name: session.user.name })}</h1>
        <Button component={Link} to={paths.newRequest}>
          {t('dashboard.create')}
        </Button>
      </div>
      <OwnRequests session={session} />
    </div>
  );
}
