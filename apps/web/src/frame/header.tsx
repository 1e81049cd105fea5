import { IconMenu2, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { LanguageSwitch } from '../navigation/language-switch.tsx';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import { untilLoaded } from '../platform/until-loaded.ts';
import button from '../ui/button.module.css';
import { ColorSchemeSwitch } from './color-scheme.tsx';
import classes from './header.module.css';
import { NavItem } from './nav-item.tsx';

/** Logo: two people changing places. */
function Mark() {
  return (
    <svg aria-hidden="true" fill="none" height="28" viewBox="0 0 32 32" width="28">
      <rect fill="var(--accent)" height="32" rx="9" width="32" />
      <path
        d="M8 12h13m0 0-4-4m4 4-4 4M24 20H11m0 0 4-4m-4 4 4 4"
        stroke="var(--on-accent)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="2.4"
      />
    </svg>
  );
}

const load = () =>
  untilLoaded(async () => {
    await loadTexts(['member']);
    return import('./member-frame.tsx');
  });

export const LazyAnnouncementBanner = lazy(async () => ({ default: (await load()).AnnouncementBanner }));
export const LazyMemberBar = lazy(async () => ({ default: (await load()).MemberBar }));
const LazyMemberItems = lazy(async () => ({ default: (await load()).MemberItems }));
export const LazyOfflinePart = lazy(async () => ({ default: (await load()).OfflinePart }));
const LazyMemberTools = lazy(async () => ({ default: (await load()).MemberTools }));

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
