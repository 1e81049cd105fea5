import { type SwapAttribute, swapAttributes } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import {
  type NewRule,
  newRule,
  type RuleHistory,
  type RuleKind,
} from '@mutual-transfer/domain/matching/policy-rules';
import type { NewRuleTrial } from '@mutual-transfer/domain/matching/rule-trial';
import type { FieldErrors } from '../../form/form-values.ts';
import { schemaErrors } from '../../form/schema-errors.ts';

export type RuleFormValues = Readonly<Record<SwapAttribute, boolean>> & {
  readonly kind: RuleKind;
  readonly largestGroup: string;
  readonly minimumService: string;
  /** `true` if groups can be agreed only within a window of dates. */
  readonly isLimited: boolean;
  readonly opens: string;
  readonly closes: string;
  readonly validFrom: string;
  readonly source: string;
  readonly link: string;
};

/** Returns the initial form values: the current rules, effective from today. */
export function valuesOf({ day, rules }: RuleHistory): RuleFormValues {
  return {
    kind: 'largestGroup',
    largestGroup: String(rules.largestGroup),
    minimumService: String(rules.minimumService),
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

/** Returns the kind and value of the rule from the form. */
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
  }
}

/** Returns the rules that a trial changes. */
export function changeOf(values: RuleFormValues): NewRuleTrial['rules'] {
  const { kind, value } = ruleOf(values);
  return { [kind]: value };
}

/** Returns the request body of a new rule. */
export function bodyOf(values: RuleFormValues): NewRule {
  const { validFrom, source, link } = values;
  const from = { validFrom, source: source.trim(), link: link.trim() === '' ? null : link.trim() };
  // `ruleOf` pairs each kind with a value of that kind.
  return { ...ruleOf(values), ...from } as NewRule;
}

/** Returns the errors by form field. The days of a window have their own fields, but are sent as one value. */
export function errorsOf(values: RuleFormValues, messages: Messages): FieldErrors {
  const found = schemaErrors(newRule, bodyOf(values), messages);
  return Object.fromEntries(
    Object.entries(found).map(([path, sentence]) => [path.replace(/^value\./, ''), sentence]),
  );
}
