import { type SwapAttribute, swapAttributes } from '@mutual-transfer/domain/agreement-rules';
import type { NewRule, RuleHistory, RuleKind } from '@mutual-transfer/domain/policy-rules';
import type { NewRuleTrial } from '@mutual-transfer/domain/rule-trial';

/** What the form of a rule holds. */
export type RuleValues = Readonly<Record<SwapAttribute, boolean>> & {
  readonly kind: string;
  readonly largestGroup: string;
  readonly validFrom: string;
  readonly source: string;
  readonly link: string;
};

/** The form as it begins: the values of today, from today on. */
export function valuesOf({ day, rules }: RuleHistory): RuleValues {
  return {
    kind: 'largestGroup' satisfies RuleKind,
    largestGroup: String(rules.largestGroup),
    subject: rules.mustBeEqual.includes('subject'),
    classRange: rules.mustBeEqual.includes('classRange'),
    category: rules.mustBeEqual.includes('category'),
    validFrom: day,
    source: '',
    link: '',
  };
}

/** The rules that a trial changes. */
export function changeOf(values: RuleValues): NewRuleTrial['rules'] {
  const { largestGroup, kind } = values;
  return kind === 'largestGroup'
    ? { largestGroup: Number(largestGroup) }
    : { mustBeEqual: swapAttributes.filter((attribute) => values[attribute]) };
}

/** What is sent to be written. */
export function bodyOf(values: RuleValues): NewRule {
  const { validFrom, source, link } = values;
  const from = { validFrom, source: source.trim(), link: link.trim() === '' ? null : link.trim() };
  const { largestGroup, mustBeEqual } = changeOf(values);
  return largestGroup === undefined
    ? { kind: 'mustBeEqual', value: mustBeEqual ?? [], ...from }
    : { kind: 'largestGroup', value: largestGroup, ...from };
}
