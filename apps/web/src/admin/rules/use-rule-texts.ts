import type { PolicyRule, RuleValues } from '@mutual-transfer/domain/matching/policy-rules';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';

/** Returns formatters of rule values in the user's language. */
export function useRuleTexts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const upTo = (count: number) => t('plan.upToTeachers', { count, formatted: formats.number(count) });
  const years = (count: number) =>
    count === 0 ? t('rules.noService') : t('rules.years', { count, formatted: formats.number(count) });
  const days = (window: RuleValues['openWindow']) => {
    if (window === null) return t('rules.always');
    const from = formats.date(window.opens);
    return window.closes === null
      ? t('rules.fromOn', { from })
      : t('rules.fromTo', { from, to: formats.date(window.closes) });
  };
  const value = (rule: Pick<PolicyRule, 'kind' | 'value'>) => {
    // `Pick` separates the kind from its value, which the union keeps together.
    const { kind, value: said } = rule as PolicyRule;
    switch (kind) {
      case 'largestGroup':
        return upTo(said);
      case 'mustBeEqual':
        return said.length === 0
          ? t('rules.nothing')
          : formats.list(said.map((attribute) => t(`rules.attributes.${attribute}`)));
      case 'minimumService':
        return years(said);
      case 'openWindow':
        return days(said);
    }
  };
  return { upTo, years, value };
}
