import { z } from 'zod';
import { LARGEST_POSSIBLE_GROUP, SMALLEST_GROUP, swapAttributes } from '../agreements/agreement-rules.ts';
import { wholeFrom } from '../query-parameters.ts';
import { rulesSchema, ruleValuesSchema } from './policy-rules.ts';

/**
 * Reasons why the plan moves a teacher or not. If several hold for a teacher's request, the first of this list is
 * given:
 * - `moved`, `openProposal`: by a ring of the plan, or by a fixed ring;
 * - `othersFirst`: teachers with the same wish move, who have a higher weight or waited longer;
 * - `notChosen`: a ring through the teacher would cost no move, but the plan reaches the same number of moves without
 * one;
 * - `fewerMoves`: a ring through the teacher would replace rings that move more teachers;
 * - `partner`: the other teacher of the group cannot move with them;
 * - `noRing`: no ring of the allowed length leads through the wish;
 * - `noTeacherComes`: no teacher of the stratum wishes for the place they would leave;
 * - `noTeacherThere`: no teacher of the stratum is posted where they wish to go.
 */
export const planReasons = [
  'moved',
  'openProposal',
  'othersFirst',
  'notChosen',
  'fewerMoves',
  'partner',
  'noRing',
  'noTeacherComes',
  'noTeacherThere',
] as const;
export type PlanReason = (typeof planReasons)[number];

/** Maximum duration in minutes that can be set for the deep search of a plan. */
export const MOST_DEEP_MINUTES = 60;

/** `POST /admin/plans`: maximum ring length, and the probability that one member goes through with the swap. */
export const newPlanSchema = z
  .strictObject({
    maxRing: wholeFrom(SMALLEST_GROUP, LARGEST_POSSIBLE_GROUP)
      .optional()
      .describe('At most the number that the rules allow, which is the default'),
    survival: z
      .number({ error: 'field.choice' })
      .gt(0, { error: 'field.choice' })
      .max(1, { error: 'field.choice' })
      .default(1),
    deepMinutes: wholeFrom(0, MOST_DEEP_MINUTES)
      .default(0)
      .describe(
        'Duration of the deep search after the fast plan, which improves the rings and proves a bound',
      ),
  })
  .meta({ id: 'NewPlan' });

export type NewPlan = z.infer<typeof newPlanSchema>;

const planStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** Figures of a district in a plan. Rings keep every post filled: arrivals equal departures. */
const districtFigures = z.strictObject({
  district: z.string(),
  leaving: z.int().describe('Requests of teachers posted here'),
  coming: z.int().describe('Requests for a place here'),
  moved: z.int().describe('Teachers of the plan who leave, and as many who arrive'),
});

export type DistrictFigures = z.infer<typeof districtFigures>;

/** Figures of a completed plan, in teachers unless stated otherwise. */
const planFigures = z
  .strictObject({
    offers: z.int().describe('Active requests'),
    teachers: z.int(),
    bound: z.int().describe('Upper bound on the teachers moved by rings of any length'),
    cappedBound: z.int().describe('Upper bound on the teachers moved by rings up to the requested length'),
    gap: z.number().describe('Maximum gap to the best possible plan, as a share; 0 proves the plan optimal'),
    moved: z.int(),
    expectedMoves: z.number().describe('Σ k·pᵏ over the rings'),
    share: z.number().describe('moved / bound; 1 when no teacher could move'),
    byLongestRing: z
      .array(z.strictObject({ maxRing: z.int(), moved: z.int() }))
      .describe(
        'Numbers of teachers that rings of at most 2, 3, … teachers would move, up to the requested length',
      ),
    ringsByLength: z.array(z.strictObject({ length: z.int(), rings: z.int() })),
    districts: z.array(districtFigures),
    strata: z
      .array(
        z.strictObject({
          subject: z.string().nullable(),
          classRange: z.string().nullable(),
          category: z.string().nullable(),
          mixes: z
            .array(z.enum(swapAttributes))
            .describe(
              'Attributes in which the teachers may differ; their fields are null. `category` is null also if the teachers stated none',
            ),
          teachers: z.int(),
          bound: z.int(),
          cappedBound: z.int(),
          gap: z.number(),
          moved: z.int(),
          expectedMoves: z.number(),
        }),
      )
      .describe('One row per subject, class level and category, largest first'),
    milliseconds: z.int().describe('Computation time'),
  })
  .meta({ id: 'PlanFigures' });

export type PlanFigures = z.infer<typeof planFigures>;

/** Plan started by the administrator, or computed at night. */
export const planSchema = z
  .strictObject({
    _id: z.uuid(),
    status: z.enum(planStatuses),
    maxRing: z.int(),
    survival: z.number(),
    /** From 0 to 1. */
    progress: z.number(),
    best: z
      .strictObject({
        moves: z.number().describe('Teachers moved; the expected number if `survival` is below 1'),
        bound: z.number().describe('Upper bound on `moves` for rings up to the requested length'),
      })
      .nullable()
      .describe('Best result so far while the deep search runs'),
    requestedBy: z.string().nullable().describe('Null for the nightly plan, and once the account is erased'),
    isNightly: z
      .boolean()
      .describe(
        'True for a plan that the product started by itself; visitors see the figures of the latest one',
      ),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
    figures: planFigures.nullable().describe('Null until it is completed'),
  })
  .meta({ id: 'Plan' });

export type Plan = z.infer<typeof planSchema>;

/** Plan that has ended, as listed in the history. */
const planEntry = planSchema
  .omit({ progress: true, best: true, figures: true })
  .extend({
    teachers: z.int().nullable().describe('Null unless it was completed'),
    moved: z.int().nullable().describe('Null unless it was completed'),
    isPublic: z.boolean().describe('True for the plan that visitors see'),
  })
  .meta({ id: 'PlanEntry' });

export type PlanEntry = z.infer<typeof planEntry>;

/** `GET /admin/plans`: the running plan, if any, the latest completed one, and all that have ended. */
export const planBoardSchema = z.strictObject({
  current: planSchema.nullable(),
  latest: planSchema.nullable(),
  history: z.array(planEntry).describe('Newest first'),
});

export type PlanBoard = z.infer<typeof planBoardSchema>;

/** `GET /plan`, public: the number of moves that the latest plan makes possible with rings, or that there is no plan yet. */
export const planSummarySchema = z
  .discriminatedUnion('isPlanned', [
    z.strictObject({ isPlanned: z.literal(false) }),
    z.strictObject({
      isPlanned: z.literal(true),
      plannedAt: z.string(),
      teachers: z.int(),
      maxRing: z.int(),
      moved: z.int(),
      movedInPairs: z.int().describe('Number of teachers that pairs alone would move'),
    }),
  ])
  .meta({ id: 'PlanSummary' });

export type PlanSummary = z.infer<typeof planSummarySchema>;

/** `POST /admin/rules/trials`: values that differ from the rules of today. */
export const newRuleTrialSchema = z
  .strictObject({
    rules: ruleValuesSchema
      .partial()
      .refine((changed) => Object.keys(changed).length > 0, { error: 'field.required' }),
  })
  .meta({ id: 'NewRuleTrial' });

export type NewRuleTrial = z.output<typeof newRuleTrialSchema>;

/** Results of the fast plan under some rules, in teachers. */
const ruleTrialFigures = z.strictObject({
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
const ruleTrialResult = z.strictObject({ now: ruleTrialFigures, changed: ruleTrialFigures });
export type RuleTrialResult = z.infer<typeof ruleTrialResult>;

/** Trial of changed rules. It does not change the rules. */
export const ruleTrialSchema = z
  .strictObject({
    _id: z.uuid(),
    status: z.enum(['running', 'completed', 'failed']),
    rules: z.strictObject({ now: rulesSchema, changed: rulesSchema }),
    createdAt: z.string(),
    figures: ruleTrialResult.nullable().describe('Null until it is completed'),
  })
  .meta({ id: 'RuleTrial' });

export type RuleTrial = z.infer<typeof ruleTrialSchema>;
