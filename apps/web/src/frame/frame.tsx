import { operatorSentence } from '@mutual-transfer/domain/administration/operator-sentence';
import { languageEntry } from '@mutual-transfer/domain/language/language';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, matchPath, Outlet, useLocation } from 'react-router';
import { loadTexts, useMessages, useReading, useTranslation } from '../platform/i18n/language.tsx';
import { arrive } from '../platform/leaving.ts';
import { useOperator } from '../platform/operator.ts';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import { untilLoaded } from '../platform/until-loaded.ts';
import { PersonDialog } from '../reports/person-menu.tsx';
import page from '../ui/page.module.css';
import classes from './frame.module.css';
import { Header, LazyAnnouncementBanner, LazyMemberBar, LazyOfflinePart } from './header.tsx';
import { Notice } from './notice.tsx';

/** Metadata for search engines and link previews. React hoists it into the head. */
function AboutProduct() {
  const { t } = useReading();
  const { pathname } = useLocation();
  return (
    <>
      <meta content={t('product.name')} property="og:site_name" />
      {matchPath(paths.share, pathname) === null && <Description />}
    </>
  );
}

/** Description of the product. The page of a shared link has its own instead. */
function Description() {
  const { language, t } = useReading();
  return (
    <>
      <meta content={t('product.description')} name="description" />
      <meta content={t('product.tagline')} property="og:title" />
      <meta content={t('product.description')} property="og:description" />
      <meta content="website" property="og:type" />
      <meta content={languageEntry(language).locale.replace('-', '_')} property="og:locale" />
    </>
  );
}

const ImpersonationBanner = lazy(() =>
  untilLoaded(async () => {
    await loadTexts(['member']);
    return import('./impersonation-banner.tsx');
  }),
);

/** Frame of every screen. Focuses the new screen after a change of route. */
export function Frame() {
  const { t } = useTranslation();
  const messages = useMessages();
  const operator = useOperator();
  const session = useSession();
  const user = session?.user;
  const hasBar = session !== null && user?.role !== 'admin';
  const main = useRef<HTMLElement>(null);
  const { pathname, key } = useLocation();
  const shown = useRef(pathname);
  // The router moves no focus: after navigation it would stay on a removed link.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  // Ends the state of leaving once the next page has rendered, which only an effect can observe.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history is an arrival.
  useEffect(arrive, [key]);
  return (
    <div className={classes.frame} data-bar={hasBar || undefined}>
      <AboutProduct />
      <a className={classes.skip} href="#main">
        {t('frame.skip')}
      </a>
      <Header />
      {user?.impersonated && (
        <Suspense>
          <ImpersonationBanner user={user} />
        </Suspense>
      )}
      <Notice />
      {hasBar && (
        <Suspense>
          <LazyOfflinePart userId={session.user._id} />
          <LazyAnnouncementBanner />
        </Suspense>
      )}
      <main className={classes.main} id="main" ref={main} tabIndex={-1}>
        <PersonDialog>
          <Outlet />
        </PersonDialog>
      </main>
      <footer className={`${page.row} ${page.soft} ${classes.footer}`}>
        <p>
          {t('frame.footer')} {operatorSentence(messages, operator)}
        </p>
        <Link to={paths.help}>{t('frame.help')}</Link>
        <Link to={paths.contact}>{t('frame.contact')}</Link>
        <Link to={paths.season}>{t('frame.season')}</Link>
        <Link to={paths.terms}>{t('frame.terms')}</Link>
        <Link to={paths.accessibility}>{t('frame.accessibility')}</Link>
        <Link to={paths.notice}>{t('frame.notice')}</Link>
        <Link to={paths.refunds}>{t('frame.refunds')}</Link>
      </footer>
      {hasBar && (
        <Suspense>
          <LazyMemberBar userId={session.user._id} />
        </Suspense>
      )}
    </div>
  );
}
