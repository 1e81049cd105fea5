import type { PolicyRule } from '@mutual-transfer/domain/policy-rules';
import { useTranslation } from '../../../i18n/language.tsx';
import { useFormats } from '../../../i18n/names.ts';

/** Values of rules as the reader says them. */
export function useRuleWords() {
  const { t } = useTranslation();
  const formats = useFormats();
  const upTo = (count: number) => t('plan.upToTeachers', { count, formatted: formats.number(count) });
  return {
    upTo,
    value: (rule: Pick<PolicyRule, 'kind' | 'value'>) => {
      if (typeof rule.value === 'number') return upTo(rule.value);
      if (rule.value.length === 0) return t('rules.nothing');
      return formats.list(rule.value.map((attribute) => t(`rules.attributes.${attribute}`)));
    },
  };
}
