import { z } from 'zod';
import { LARGEST_POSSIBLE_GROUP, SMALLEST_GROUP, swapAttributes } from '../agreements/agreement-rules.ts';
import { wholeFrom } from '../whole-number.ts';

/** Maximum duration in minutes that can be set for the deep search of a plan. */
export const MOST_DEEP_MINUTES = 60;

/** `POST /admin/plans`: maximum ring length, and the probability that one member goes through with the swap. */
export const newPlan = z
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

export type NewPlan = z.infer<typeof newPlan>;

export const planStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** Figures of a district in a plan. Rings keep every post filled: arrivals equal departures. */
export const districtFigures = z.strictObject({
  district: z.string(),
  leaving: z.int().describe('Requests of teachers posted here'),
  coming: z.int().describe('Requests for a place here'),
  moved: z.int().describe('Teachers of the plan who leave, and as many who arrive'),
});

export type DistrictFigures = z.infer<typeof districtFigures>;

/** Figures of a completed plan, in teachers unless stated otherwise. */
export const planFigures = z
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
export const plan = z
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

export type Plan = z.infer<typeof plan>;

/** Plan that has ended, as listed in the history. */
export const planEntry = plan
  .omit({ progress: true, best: true, figures: true })
  .extend({
    teachers: z.int().nullable().describe('Null unless it was completed'),
    moved: z.int().nullable().describe('Null unless it was completed'),
    isPublic: z.boolean().describe('True for the plan that visitors see'),
  })
  .meta({ id: 'PlanEntry' });

export type PlanEntry = z.infer<typeof planEntry>;

/** `GET /admin/plans`: the running plan, if any, the latest completed one, and all that have ended. */
export const planBoard = z.strictObject({
  current: plan.nullable(),
  latest: plan.nullable(),
  history: z.array(planEntry).describe('Newest first'),
});

export type PlanBoard = z.infer<typeof planBoard>;

/** `GET /plan`, public: the number of moves that the latest plan makes possible with rings, or that there is no plan yet. */
export const planSummary = z
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

export type PlanSummary = z.infer<typeof planSummary>;
