import { IconBell, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import type { StoredSession } from '../../platform/session/session.ts';
import button from '../../ui/button.module.css';
import header from './header.module.css';
import classes from './member-frame.module.css';
import { UnreadBadge } from './unread-badge.tsx';

/** User's name, a link to the account, and the bell of alerts. */
export function MemberTools({ session, onFollow }: { session: StoredSession; onFollow: () => void }) {
  const { t } = useTranslation();
  const { user } = session;
  return (
    <>
      <Link
        aria-label={t('navigation.account', { name: user.name })}
        className={`${header.item} ${classes.who}`}
        onClick={onFollow}
        to={paths.account}
      >
        <IconUserCircle aria-hidden="true" size={22} />
        <span className={classes.name}>{user.name}</span>
      </Link>
      {user.role !== 'admin' && (
        <Link className={`${button.icon} ${classes.bell}`} onClick={onFollow} to={paths.alerts}>
          <IconBell aria-hidden="true" size={22} />
          <span className="visually-hidden">{t('navigation.alerts')}</span>
          <UnreadBadge userId={user._id} />
        </Link>
      )}
    </>
  );
}
