import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session/session.ts';
import button from '../ui/button.module.css';

/** Leads to the form of a request; an administrator, who posts none, to their panel. */
export function NewRequestLink({ kind = 'main' }: { kind?: 'main' | 'soft' }) {
  const { t } = useTranslation();
  const session = useSession();
  const isAdmin = session?.user.role === 'admin';
  return (
    <Link className={button[kind]} to={isAdmin ? paths.admin : paths.newRequest}>
      {t(isAdmin ? 'navigation.adminPanel' : 'dashboard.create')}
    </Link>
  );
}
