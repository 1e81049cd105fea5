import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import button from '../ui/button.module.css';

const styles = { main: button.main, soft: button.soft, flush: `${button.quiet} ${button.flush}` } as const;

/** Link to the form of a new request, or to the Admin Panel for administrators, who post none. */
export function NewRequestLink({ kind = 'main' }: { kind?: keyof typeof styles }) {
  const { t } = useTranslation();
  const session = useSession();
  const isAdmin = session?.user.role === 'admin';
  return (
    <Link className={styles[kind]} to={isAdmin ? paths.admin : paths.newRequest}>
      {t(isAdmin ? 'navigation.adminPanel' : 'dashboard.create')}
    </Link>
  );
}
