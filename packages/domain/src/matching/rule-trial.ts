import { z } from 'zod';
import { rules, ruleValues } from './policy-rules.ts';

/** `POST /admin/rules/trials`: values that differ from the rules of today. */
export const newRuleTrial = z
  .strictObject({
    rules: ruleValues
      .partial()
      .refine((changed) => Object.keys(changed).length > 0, { error: 'field.required' }),
  })
  .meta({ id: 'NewRuleTrial' });

export type NewRuleTrial = z.output<typeof newRuleTrial>;

/** Results of the fast plan under some rules, in teachers. */
export const ruleTrialFigures = z.strictObject({
  teachers: z
    .int()
    .describe('Teachers with an active request who have served long enough or did not state their service'),
  serviceNotStated: z
    .int()
    .describe('Those of `teachers` who did not state their day of joining; 0 if no rule requires service'),
  moved: z.int(),
  movedInPairs: z.int().describe('Number of teachers that pairs alone would move'),
  bound: z.int().describe('Upper bound on the teachers moved by rings of any length'),
  share: z.number().describe('moved / teachers; 0 without teachers'),
});

export type RuleTrialFigures = z.infer<typeof ruleTrialFigures>;

/** Results of the plan under the rules of today and under changed ones, over the same requests. */
export const ruleTrialResult = z.strictObject({ now: ruleTrialFigures, changed: ruleTrialFigures });
export type RuleTrialResult = z.infer<typeof ruleTrialResult>;

/** Trial of changed rules. It does not change the rules. */
export const ruleTrial = z
  .strictObject({
    _id: z.uuid(),
    status: z.enum(['running', 'completed', 'failed']),
    rules: z.strictObject({ now: rules, changed: rules }),
    createdAt: z.string(),
    figures: ruleTrialResult.nullable().describe('Null until it is completed'),
  })
  .meta({ id: 'RuleTrial' });

export type RuleTrial = z.infer<typeof ruleTrial>;
