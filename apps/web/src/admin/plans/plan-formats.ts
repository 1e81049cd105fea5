import type { PlanFigures } from '@mutual-transfer/domain/matching/plan';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';

type Stratum = PlanFigures['strata'][number];

/** Returns formatters of shares, times and strata in the user's language. */
export function usePlanFormats() {
  const { t } = useTranslation();
  const { percent, seconds } = useFormats();
  const names = useNames();
  return {
    percent,
    seconds: (milliseconds: number) => seconds(milliseconds / 1_000),
    stratum: ({ subject, classRange, category, mixes }: Stratum) => {
      const level = classRange === null ? t('plan.anyClassLevel') : names.classLevel(classRange);
      const notStated = t(mixes.includes('category') ? 'plan.anyCategory' : 'plan.notStated');
      return {
        subject: subject === null ? t('plan.anySubject') : names.subject(subject),
        below: `${level} · ${category === null ? notStated : names.category(category)}`,
      };
    },
  };
}
