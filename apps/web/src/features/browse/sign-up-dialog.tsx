import { Link } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import button from '../../ui/button.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './browse.module.css';

/** Create an account, sign in, or go on browsing. */
export default function SignUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={t('popup.title')}>
      <div className={classes.popup}>
        <p>{t('popup.text')}</p>
        <Link className={button.main} onClick={onClose} to={paths.register}>
          {t('popup.create')}
        </Link>
        <Link className={button.soft} onClick={onClose} to={paths.login}>
          {t('popup.signIn')}
        </Link>
        <button className={button.quiet} onClick={onClose} type="button">
          {t('popup.continue')}
        </button>
      </div>
    </Dialog>
  );
}
