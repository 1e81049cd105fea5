import { Link } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';

/** Leads from the map of the list to that of where one could go. */
export default function EveryDistrict() {
  const { t } = useTranslation();
  return <Link to={paths.where}>{t('where.everyDistrict')}</Link>;
}
