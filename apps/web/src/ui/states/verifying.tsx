import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../page.module.css';
import { PageTitle } from '../page-title.tsx';

/** Placeholder of a screen until access is known. */
export function Verifying() {
  const { t } = useTranslation();
  return (
    <div className={page.waiting}>
      <PageTitle text={t('guard.verifying')} />
      <p role="status">{t('guard.verifying')}</p>
      <p className={page.lead}>{t('guard.wait')}</p>
    </div>
  );
}
