import { useTranslation } from '../../i18n/language.tsx';

export default function AdminPage() {
  const { t } = useTranslation();
  return <h1>{t('admin.title')}</h1>;
}
