import { useLocation } from 'react-router';
import { useTranslation } from '../i18n/language.tsx';
import classes from './frame.module.css';

/** What a screen says after it was left: whoever navigates names the sentence in the state of the history entry. */
const notices = { accountDeleted: 'frame.accountDeleted' } as const;

/** Says on the next screen what was done on the last one. */
export function Notice() {
  const { t } = useTranslation();
  const state = useLocation().state as { readonly notice?: keyof typeof notices } | null;
  const text = state?.notice && notices[state.notice];
  return text ? (
    <p className={classes.notice} role="status">
      {t(text)}
    </p>
  ) : null;
}
