import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

/** Returns a formatter of a number of teachers. `null` is a number too small to be published. */
export function useCountText(): (count: number | null) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (count) => (count === null ? t('where.few') : formats.number(count));
}
