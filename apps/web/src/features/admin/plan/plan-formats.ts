import { useTranslation } from '../../../i18n/language.tsx';
import { useFormats, useNames } from '../../../i18n/names.ts';

/** Shares, times and categories as the reader writes them. */
export function usePlanFormats() {
  const { t } = useTranslation();
  const { percent, seconds } = useFormats();
  const names = useNames();
  return {
    percent,
    seconds: (milliseconds: number) => seconds(milliseconds / 1_000),
    category: (code: string | null) => (code === null ? t('plan.notStated') : names.category(code)),
  };
}
