import { useLocation } from 'react-router';
import { useTranslation } from '../i18n/language.tsx';
import { useIsHydrated } from '../session/use-is-hydrated.ts';
import page from '../ui/page.module.css';
import classes from './frame.module.css';

/** What a screen says after it was left: the code that navigates names the sentence in the state of the history entry. */
const notices = {
  accountDeleted: 'frame.accountDeleted',
  passwordChanged: 'frame.passwordChanged',
} as const;

/** Says on the next screen what was done on the last one. */
export function Notice() {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const state = useLocation().state as { readonly notice?: keyof typeof notices } | null;
  // The server knows no state of the history.
  const text = isHydrated && state?.notice && notices[state.notice];
  return text ? (
    <p className={`${page.note} ${classes.notice}`} role="status">
      {t(text)}
    </p>
  ) : null;
}
