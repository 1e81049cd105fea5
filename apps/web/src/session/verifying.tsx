import { useTranslation } from '../i18n/language.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './verifying.module.css';

/** What stands on screen while nobody knows yet who may see it. */
export function Verifying() {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting}>
      <PageTitle text={t('guard.verifying')} />
      <p role="status">{t('guard.verifying')}</p>
    </div>
  );
}
