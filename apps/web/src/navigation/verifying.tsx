import { useLocation } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './verifying.module.css';

/** Placeholder of a screen until access is known. */
export function Verifying() {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <div className={page.waiting}>
      <PageTitle text={t('guard.verifying')} />
      <p role="status">{t('guard.verifying')}</p>
      <p className={page.lead}>{t('guard.wait')}</p>
      {/* Needs no script, because the scripts of the page may be what does not arrive. Relative, because a stored frame serves several pages. */}
      <p className={classes.late}>
        <a href={search || '?'}>{t('guard.again')}</a>
      </p>
    </div>
  );
}
