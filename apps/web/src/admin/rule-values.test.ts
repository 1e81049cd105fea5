import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { expect, it } from 'vitest';
import { changeOf, errorsOf, newRuleOf, type RuleFormValues, ruleFormValues } from './rule-values.ts';

const form = { ...ruleFormValues({ day: '2026-06-15', rules: firstRules, history: [] }), source: 'An order' };

it.each<[Partial<RuleFormValues> & Pick<RuleFormValues, 'kind'>, unknown]>([
  [{ kind: 'largestGroup', largestGroup: '8' }, 8],
  [{ kind: 'mustBeEqual', category: false }, ['subject', 'classRange']],
  [{ kind: 'minimumService', minimumService: '3' }, 3],
  [{ kind: 'openWindow', isLimited: false }, null],
  [
    { kind: 'openWindow', isLimited: true, opens: '2026-07-01' },
    { opens: '2026-07-01', closes: null },
  ],
])('for %j sends the value of its kind, and tries the same value', (changed, value) => {
  const values = { ...form, ...changed };
  const from = { validFrom: '2026-06-15', source: 'An order', link: null };
  expect(newRuleOf(values)).toEqual({ kind: changed.kind, value, ...from });
  expect(changeOf(values)).toEqual({ [changed.kind]: value });
  expect(errorsOf(values, messagesIn('en'))).toEqual({});
});

it('errors of a window appear at the field of its opening or closing date', () => {
  const values: RuleFormValues = { ...form, kind: 'openWindow', isLimited: true };
  const wrong = errorsOf({ ...values, opens: '', closes: '2026-01-01' }, messagesIn('en'));
  expect(Object.keys(wrong)).toContain('opens');
  const before = errorsOf({ ...values, opens: '2026-07-02', closes: '2026-07-01' }, messagesIn('en'));
  expect(before).toEqual({ closes: 'The window closes on the day it opens at the earliest.' });
});
