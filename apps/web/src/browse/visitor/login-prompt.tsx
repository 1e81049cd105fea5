import { Link } from 'react-router';
import { useOrigin } from '../../navigation/origin.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { useIsHydrated } from '../../platform/use-is-hydrated.ts';
import classes from '../browse.module.css';

/** Login link beside the tabs, in place of the members' tab. */
export function LoginPrompt() {
  const { t } = useTranslation();
  const origin = useOrigin();
  const isHydrated = useIsHydrated();
  return (
    // Before hydration, hides the prompt in browsers that store a session.
    <Link className={classes.prompt} data-early={!isHydrated || undefined} state={origin} to={paths.login}>
      {t('browse.loginPrompt')}
    </Link>
  );
}
