import { Link } from 'react-router';
import { useOrigin } from '../navigation/origin.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import classes from './browse.module.css';

/** Beside the tabs, in place of the one that only members have. */
export function LoginPrompt() {
  const { t } = useTranslation();
  const origin = useOrigin();
  const isHydrated = useIsHydrated();
  return (
    // Until it is known who is signed in, a browser that keeps a session does not show it.
    <Link className={classes.prompt} data-early={!isHydrated || undefined} state={origin} to={paths.login}>
      {t('browse.loginPrompt')}
    </Link>
  );
}
