import { IconMenu2, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { waitingAgreementsQuery } from '../api/agreement-queries.ts';
import { useTranslation } from '../i18n/language.tsx';
import { useFormats } from '../i18n/names.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { useLogout } from '../session/use-logout.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { Mark } from './mark.tsx';

const menuId = 'main-navigation';

/** The name of the product, the ways around it, and the two switches. */
export function Header() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link className={classes.brand} onClick={close} to={paths.home}>
          <Mark />
          <span>{t('product.name')}</span>
        </Link>
        <nav
          aria-label={t('frame.navigation')}
          className={classes.navigation}
          data-open={isOpen || undefined}
          id={menuId}
        >
          <Links onFollow={close} />
        </nav>
        <div className={classes.switches}>
          <LanguageSwitch />
          <ColorSchemeSwitch />
          <button
            aria-controls={menuId}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'frame.closeMenu' : 'frame.openMenu')}
            className={`${classes.icon} ${classes.burger}`}
            onClick={() => setOpen(!isOpen)}
            type="button"
          >
            {isOpen ? <IconX aria-hidden="true" size={24} /> : <IconMenu2 aria-hidden="true" size={24} />}
          </button>
        </div>
      </div>
    </header>
  );
}

function Links({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const logout = useLogout();
  if (session === null) {
    return (
      <>
        <Way onFollow={onFollow} text={t('navigation.login')} to={paths.login} />
        <Way isMain onFollow={onFollow} text={t('navigation.register')} to={paths.register} />
      </>
    );
  }
  const leave = () => {
    onFollow();
    void logout();
  };
  return (
    <>
      <Way onFollow={onFollow} text={t('navigation.home')} to={paths.home} />
      <Way onFollow={onFollow} text={t('navigation.dashboard')} to={paths.dashboard} />
      {session.user.role !== 'admin' && (
        <Way onFollow={onFollow} text={t('navigation.newRequest')} to={paths.newRequest} />
      )}
      <Way onFollow={onFollow} text={t('navigation.viewRequests')} to={paths.viewRequests} />
      {session.user.role !== 'admin' && (
        <Way onFollow={onFollow} text={t('navigation.agreements')} to={paths.agreements}>
          <WaitingBadge token={session.token} />
        </Way>
      )}
      <Way onFollow={onFollow} text={t('navigation.privacy')} to={paths.privacy} />
      {session.user.role === 'admin' && (
        <Way onFollow={onFollow} text={t('navigation.adminPanel')} to={paths.admin} />
      )}
      <button className={classes.way} onClick={leave} type="button">
        {t('navigation.logout')}
      </button>
    </>
  );
}

interface WayProps {
  readonly to: string;
  readonly text: string;
  readonly isMain?: boolean;
  readonly onFollow: () => void;
  readonly children?: ReactNode;
}

function Way({ to, text, isMain = false, onFollow, children }: WayProps) {
  return (
    <NavLink
      className={isMain ? `${classes.way} ${classes.mainWay}` : (classes.way ?? '')}
      end
      onClick={onFollow}
      to={to}
    >
      {text}
      {children}
    </NavLink>
  );
}

/** How many proposals wait for an answer, once a screen has asked for them: the header itself asks for nothing. */
function WaitingBadge({ token }: { token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery({
    ...waitingAgreementsQuery(token),
    enabled: ({ state }) => state.data !== undefined,
  });
  const total = data?.pagination.total ?? 0;
  if (total === 0) return null;
  const number = formats.number(total);
  return (
    <>
      <span aria-hidden="true" className={classes.badge}>
        {number}
      </span>
      <span className="visually-hidden">({t('navigation.waiting', { number })})</span>
    </>
  );
}
