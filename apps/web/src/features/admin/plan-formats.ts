import { categories } from '@mutual-transfer/domain/reference/categories';
import { useReading } from '../../i18n/language.tsx';

/** Shares, times and categories as the reader writes them. */
export function usePlanFormats() {
  const { language, t } = useReading();
  const locale = `${language}-IN`;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });
  return {
    percent: (share: number) => percent.format(share),
    seconds: (milliseconds: number) => seconds.format(milliseconds / 1_000),
    category: (code: string | null) => {
      const category = categories.find((candidate) => candidate.code === code);
      if (category === undefined) return code ?? t('plan.notStated');
      return language === 'hi' ? category.nameHindi : category.name;
    },
  };
}
