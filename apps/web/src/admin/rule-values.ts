import { type SwapAttribute, swapAttributes } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import type { NewRuleTrial } from '@mutual-transfer/domain/matching/plan';
import {
  type NewRule,
  newRuleSchema,
  type PolicyRule,
  type RuleHistory,
  type RuleKind,
  type RuleValues,
} from '@mutual-transfer/domain/matching/policy-rules';
import type { FieldErrors } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

export type RuleFormValues = Readonly<Record<SwapAttribute, boolean>> & {
  kind: RuleKind;
  largestGroup: string;
  minimumService: string;
  mixedOrders: RuleValues['mixedOrders'];
  /** `true` if groups can be agreed only within a window of dates. */
  isLimited: boolean;
  opens: string;
  closes: string;
  validFrom: string;
  source: string;
  link: string;
};

/** Returns the initial form values: the current rules, effective from today. */
export function ruleFormValues({ day, rules }: RuleHistory): RuleFormValues {
  return {
    kind: 'largestGroup',
    largestGroup: String(rules.largestGroup),
    minimumService: String(rules.minimumService),
    mixedOrders: rules.mixedOrders,
    isLimited: rules.openWindow !== null,
    opens: rules.openWindow?.opens ?? day,
    closes: rules.openWindow?.closes ?? '',
    subject: rules.mustBeEqual.includes('subject'),
    classRange: rules.mustBeEqual.includes('classRange'),
    category: rules.mustBeEqual.includes('category'),
    validFrom: day,
    source: '',
    link: '',
  };
}

function ruleOf(values: RuleFormValues): Pick<NewRule, 'kind' | 'value'> {
  const { kind, closes } = values;
  switch (kind) {
    case 'largestGroup':
      return { kind: 'largestGroup', value: Number(values.largestGroup) };
    case 'mustBeEqual':
      return { kind: 'mustBeEqual', value: swapAttributes.filter((attribute) => values[attribute]) };
    case 'minimumService':
      return { kind: 'minimumService', value: Number(values.minimumService) };
    case 'openWindow': {
      const window = { opens: values.opens, closes: closes === '' ? null : closes };
      return { kind: 'openWindow', value: values.isLimited ? window : null };
    }
    case 'mixedOrders':
      return { kind: 'mixedOrders', value: values.mixedOrders };
  }
}

export function changeOf(values: RuleFormValues): NewRuleTrial['rules'] {
  const { kind, value } = ruleOf(values);
  return { [kind]: value };
}

export function newRuleOf(values: RuleFormValues): NewRule {
  const { validFrom, source, link } = values;
  const from = { validFrom, source: source.trim(), link: link.trim() === '' ? null : link.trim() };
  // `ruleOf` pairs each kind with a value of that kind.
  return { ...ruleOf(values), ...from } as NewRule;
}

/** Returns the errors by form field. The days of a window have their own fields, but are sent as one value. */
export function errorsOf(values: RuleFormValues, messages: Messages): FieldErrors {
  const found = schemaErrors(newRuleSchema, newRuleOf(values), messages);
  return Object.fromEntries(
    Object.entries(found).map(([path, sentence]) => [path.replace(/^value\./, ''), sentence]),
  );
}

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
      case 'mixedOrders':
        return t(`rules.orderers.${said}`);
    }
  };
  return { upTo, years, value };
}
