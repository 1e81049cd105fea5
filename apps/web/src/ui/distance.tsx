import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from './page.module.css';

/** Distance between the other teacher's place of work and the viewer's, if known. */
export function Distance({ km }: { km: number | null | undefined }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (km === null || km === undefined) return null;
  return <span className={page.soft}>{t('rings.distance', { km: formats.number(km) })}</span>;
}
