import { IconMenu2, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import button from '../../ui/button.module.css';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { LazyMemberItems, LazyMemberTools } from './lazy-member-frame.ts';
import { Mark } from './mark.tsx';
import { NavItem } from './nav-item.tsx';

const menuId = 'main-navigation';

/** Header with the product's name, navigation, and user. A visitor has the language switch outside the menu. */
export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const burger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Listens on the document, because some browsers do not focus a pressed button.
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      burger.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  return (
    <header className={classes.header} data-member={session?.user.role}>
      <div className={classes.bar}>
        <Link className={classes.brand} onClick={close} to={paths.home}>
          <Mark />
          <span className={classes.name}>{t('product.name')}</span>
        </Link>
        <nav
          aria-label={t('frame.navigation')}
          className={classes.navigation}
          data-open={isOpen || undefined}
          id={menuId}
        >
          {session === null ? (
            <VisitorItems onFollow={close} />
          ) : (
            <Suspense>
              <LazyMemberItems onFollow={close} session={session} />
            </Suspense>
          )}
          <div className={classes.switches}>
            {session !== null && <LanguageSwitch />}
            <ColorSchemeSwitch />
          </div>
        </nav>
        <div className={classes.tools}>
          {session === null ? (
            <LanguageSwitch />
          ) : (
            <Suspense>
              <LazyMemberTools onFollow={close} session={session} />
            </Suspense>
          )}
          <button
            aria-controls={menuId}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'frame.closeMenu' : 'frame.openMenu')}
            className={`${button.icon} ${classes.burger}`}
            onClick={() => setOpen(!isOpen)}
            ref={burger}
            type="button"
          >
            {isOpen ? <IconX aria-hidden="true" size={24} /> : <IconMenu2 aria-hidden="true" size={24} />}
          </button>
        </div>
      </div>
    </header>
  );
}

function VisitorItems({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <NavItem onFollow={onFollow} text={t('navigation.where')} to={paths.where} />
      <NavItem onFollow={onFollow} text={t('navigation.order')} to={paths.order} />
      <NavItem onFollow={onFollow} text={t('navigation.login')} to={paths.login} />
      <NavItem isMain onFollow={onFollow} text={t('navigation.register')} to={paths.register} />
    </>
  );
}
