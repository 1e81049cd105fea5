import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { myRequestsPath, paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';

/**
 * Returns the URL of a page of this origin, or the root of the origin if `from` is a URL of another origin. Browsers read `/<tab>/host` as
 * another host.
 */
export function pageOn(from: string | null, origin: string): string {
  try {
    const address = new URL(from ?? '/', origin);
    if (address.origin === origin) return address.href;
  } catch {
    // `from` is not a valid URL.
  }
  return `${origin}/`;
}

/** Page that the service worker shows offline for a page that it has not cached. */
export default function OfflinePage() {
  const { t } = useTranslation();
  const session = useSession();
  const isHydrated = useIsHydrated();
  const [search] = useSearchParams();
  // The cached HTML has no query string, so the URL to continue to is read after hydration.
  const from = isHydrated ? search.get('from') : null;
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('offline.title')} />
      <div>
        <h1>{t('offline.title')}</h1>
        <p className={page.lead}>{t('offline.text')}</p>
      </div>
      <div className={page.chips}>
        <a className={button.main} href={from === null ? paths.home : pageOn(from, window.location.origin)}>
          {t('common.retry')}
        </a>
      </div>
      {session?.user.role === 'teacher' && <OwnScreens />}
    </div>
  );
}

function OwnScreens() {
  const { t } = useTranslation();
  const screens = [
    [paths.dashboard, t('navigation.dashboard')],
    [myRequestsPath, t('navigation.matches')],
    [paths.agreements, t('navigation.agreements')],
  ] as const;
  return (
    <section className={`${page.panel} ${page.stack}`}>
      <p>{t('offline.own')}</p>
      <div className={page.chips}>
        {screens.map(([to, text]) => (
          <Link className={button.soft} key={to} to={to}>
            {text}
          </Link>
        ))}
      </div>
    </section>
  );
}
