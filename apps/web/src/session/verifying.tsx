import { useTranslation } from '../i18n/language.tsx';

/** What stands on screen while nobody knows yet who may see it. */
export function Verifying() {
  const { t } = useTranslation();
  return <p role="status">{t('guard.verifying')}</p>;
}
