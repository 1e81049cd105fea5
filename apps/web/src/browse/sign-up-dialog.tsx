import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';

export default function SignUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={t('popup.title')}>
      <div className={page.stack}>
        <p>{t('popup.text')}</p>
        <Link className={button.main} onClick={onClose} to={paths.register}>
          {t('register.submit')}
        </Link>
        <Link className={button.soft} onClick={onClose} to={paths.login}>
          {t('login.title')}
        </Link>
        <Button kind="quiet" onClick={onClose}>
          {t('popup.continue')}
        </Button>
      </div>
    </Dialog>
  );
}
