import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session/session.ts';
import button from '../ui/button.module.css';

/** Link to the form of a new request, or to the Admin Panel for administrators, who post none. */
export function NewRequestLink({ kind = 'main' }: { kind?: 'main' | 'soft' | 'quiet' }) {
  const { t } = useTranslation();
  const session = useSession();
  const isAdmin = session?.user.role === 'admin';
  return (
    <Link className={button[kind]} to={isAdmin ? paths.admin : paths.newRequest}>
      {t(isAdmin ? 'navigation.adminPanel' : 'dashboard.create')}
    </Link>
  );
}
