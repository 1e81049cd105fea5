import { z } from 'zod';
import { subjectNameSchema } from '../accounts/user.ts';
import { listPageSchema, pageQuery, wholeFrom } from '../query-parameters.ts';
import { districtNameSchema } from '../reference/place.ts';

import {
  LARGEST_POSSIBLE_GROUP,
  LONGEST_PROPOSAL_HOURS,
  LONGEST_ROUND_DAYS,
  PROPOSAL_HOURS,
  ROUND_DAYS,
  SMALLEST_GROUP,
} from './agreement-rules.ts';
import { endReasons } from './agreement-steps.ts';

/** `POST /admin/rounds`: `hours` to answer each proposal, and `days` during which failed rings are planned again. */
export const newRoundSchema = z
  .strictObject({
    maxRing: wholeFrom(SMALLEST_GROUP, LARGEST_POSSIBLE_GROUP)
      .optional()
      .describe('Maximum ring length; at most the number that the rules allow, which is the default'),
    hours: wholeFrom(1, LONGEST_PROPOSAL_HOURS).default(PROPOSAL_HOURS),
    days: wholeFrom(1, LONGEST_ROUND_DAYS).default(ROUND_DAYS),
    subjects: z.array(subjectNameSchema).min(1).max(40).optional(),
    districts: z.array(districtNameSchema).min(1).max(38).optional().describe('Districts of posting'),
  })
  .meta({ id: 'NewRound' });

export type NewRound = z.output<typeof newRoundSchema>;

/** `stopped`: an administrator ended it before its last day. */
export const roundStates = ['running', 'finished', 'stopped'] as const;
export type RoundState = (typeof roundStates)[number];

const counts = {
  proposals: z.int(),
  questions: z.int().describe('Teachers who were asked whether they are ready'),
  ready: z.int().describe('Teachers whom its plan included'),
  asked: z.int().describe('Teachers asked by a proposal'),
  yes: z
    .int()
    .describe(
      'Yes answers to the latest proposal of each teacher; `noObjection`, `no` and `silent` likewise',
    ),
  noObjection: z.int().describe('Teachers who did not object, so that the season agreed for them'),
  no: z.int(),
  silent: z.int(),
  agreed: z.int().describe('Teachers in agreements that stand'),
  moved: z.int().describe('Teachers in completed agreements'),
};

/** Round of proposals as administrators see it, with its results so far. */
export const roundSchema = z
  .strictObject({
    _id: z.uuid(),
    state: z.enum(roundStates),
    maxRing: z.int(),
    hours: z.int(),
    subjects: z.array(z.string()).nullable(),
    districts: z.array(z.string()).nullable(),
    number: z
      .int()
      .nullable()
      .describe('Number in the timetable of the season; null for a round started outside of it'),
    startedBy: z.uuid().nullable().describe('Null: started by the timetable'),
    createdAt: z.string(),
    endsAt: z.string(),
    endedAt: z.string().nullable(),
    plannedAt: z.string().nullable(),
    ...counts,
  })
  .meta({ id: 'Round' });

export type Round = z.infer<typeof roundSchema>;

/** One day of a round, in the time zone of the state. */
const roundDay = z.strictObject({
  day: z.string(),
  proposals: z.int(),
  yes: z.int(),
  no: z.int(),
  agreed: z.int(),
  moved: z.int(),
});

export const roundDetailsSchema = roundSchema
  .extend({ days: z.array(roundDay) })
  .meta({ id: 'RoundDetails' });
export type RoundDetails = z.infer<typeof roundDetailsSchema>;

export const roundListSchema = listPageSchema({
  rounds: z.array(roundSchema),
  expected: z
    .strictObject({
      asked: z.int().describe('Teachers who would be asked whether they are ready'),
      ready: z.int().describe('Teachers whom its plan would include'),
      silenceAgrees: z
        .boolean()
        .describe(
          'The season asked for consent before its plans: the round asks nobody, plans with those who consented, and silence agrees',
        ),
      largestGroup: z.int().describe('Maximum ring length that the rules allow'),
      bySubject: z.array(z.strictObject({ subject: z.string(), ready: z.int() })),
    })
    .describe(
      'Teachers whom a round of these districts and subjects would ask, and include in its plan, if it started now',
    ),
});
export type RoundList = z.infer<typeof roundListSchema>;

/** Schema of comma-separated names. */
const named = (name: z.ZodType<string, string>, most: number) =>
  z
    .string()
    .max(2_000, { error: 'field.invalid' })
    .transform((text) => text.split(','))
    .pipe(z.array(name).min(1).max(most))
    .optional();

/**
 * `GET /admin/rounds`: `districts` and `subjects` restrict the teachers whom the expected round would ask and include
 * in its plan.
 */
export const roundQuerySchema = z.strictObject({
  ...pageQuery,
  districts: named(districtNameSchema, 38).describe('Comma-separated names of districts'),
  subjects: named(subjectNameSchema, 40).describe('Comma-separated names of subjects'),
});

const seasonCounts = { proposals: z.int(), agreements: z.int(), completions: z.int() };

/** `GET /admin/season`. */
export const seasonSchema = z
  .strictObject({
    ...seasonCounts,
    moved: z.int().describe('Teachers who moved, by an agreement or as they declared it themselves'),
    declared: z.int().describe('Those of `moved` who moved without an agreement of the product'),
    ready: z.int().describe('Requests whose teacher is ready now'),
    bySize: z.array(z.strictObject({ size: z.int(), ...seasonCounts })),
    byStratum: z.array(
      z.strictObject({
        subject: z.string(),
        classRange: z.string(),
        category: z.string().nullable(),
        ...seasonCounts,
      }),
    ),
    hoursToAnswer: z
      .strictObject({ median: z.number(), ninetieth: z.number() })
      .nullable()
      .describe('From the proposal to a member’s answer'),
    survival: z
      .number()
      .nullable()
      .describe('Share of ended proposals that all agreed to; those of stopped rounds do not count'),
    yesShare: z
      .number()
      .nullable()
      .describe('Share of yes among answers: an estimate for `survival` of a new plan'),
    reasons: z.array(z.strictObject({ reason: z.enum(endReasons), count: z.int() })),
    words: z
      .array(z.strictObject({ words: z.string(), at: z.string() }))
      .describe('Texts of members about a no or a leaving, newest first, without their names'),
    days: z.array(roundDay),
  })
  .meta({ id: 'Season' });

export type Season = z.infer<typeof seasonSchema>;
