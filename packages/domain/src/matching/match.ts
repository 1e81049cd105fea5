import { z } from 'zod';
import { contactLimit } from '../accounts/contact-views.ts';
import { personSchema } from '../accounts/user.ts';
import { inData, listPageSchema, wholeListQuerySchema } from '../query-parameters.ts';
import { transferRequestSchema } from '../requests/transfer-request.ts';

/** Criteria of a match. The first two always hold; the others compare places and may hold in part. */
export const criterionCodes = [
  'subject',
  'classRange',
  'categoryNotStated',
  'postedDistrict',
  'postedBlock',
  'wantsDistrict',
  'wantsBlock',
] as const;

const criterion = z
  .strictObject({
    code: z.enum(criterionCodes),
    value: z
      .string()
      .optional()
      .describe('Subject, class level, district or block that the criterion is about'),
  })
  .meta({ id: 'Criterion' });

export type MatchCriterion = z.infer<typeof criterion>;

/** Teacher that the caller can or might be able to swap with. `matchCriteria` are sentences in the reader's language. */
export const matchSchema = z
  .strictObject({
    user: personSchema,
    matchScore: z.int().describe('Per cent: 55, 70, 85 or 100'),
    isPerfectMatch: z.boolean(),
    matchCriteria: z.array(z.string()).describe('One sentence per criterion'),
    criteria: z.array(criterion).describe('The same criteria as codes, in the same order'),
    hasActiveRequest: z.boolean(),
    requests: z
      .array(z.uuid())
      .nullable()
      .describe(
        'Requests for `POST /agreements`; null if the two do not form a pair or one of them has no request',
      ),
    distanceKm: z
      .int()
      .nullable()
      .describe(
        'Approximate distance in a straight line between the postings of this teacher and the reader; null if unknown',
      ),
    isInvitable: z
      .boolean()
      .describe('True if the teacher would form a pair but has no request, and can be invited to post one'),
  })
  .meta({ id: 'Match' });

export type Match = z.infer<typeof matchSchema>;

/** Kinds of matches that can be listed alone: teachers who want the reader's district and are no direct swap. */
export const matchKinds = ['wantsYourPlace'] as const;

export type MatchKind = (typeof matchKinds)[number];

/** Query string of a list of matches. */
export const matchListQuerySchema = wholeListQuerySchema.extend({
  kind: z
    .enum(matchKinds, { error: 'field.choice' })
    .optional()
    .describe('Lists only teachers who want your district and are no direct swap. All matches if absent'),
});

export type MatchListQuery = z.output<typeof matchListQuerySchema>;

/** Numbers of matches. A teacher with several offers counts once. */
export const matchCounts = {
  total: z.int().describe('Number of matches of the requested kind'),
  perfect: z.int().describe('Number of direct swaps, independent of `kind`'),
  wantsYourPlace: z
    .int()
    .describe('Number of teachers who want your district and are no direct swap, independent of `kind`'),
  registered: z
    .strictObject({ perfect: z.int(), wantsYourPlace: z.int() })
    .describe('Those of `perfect` and `wantsYourPlace` who registered the wish and have posted no request'),
};

/** Page of matches, best first. */
export const matchListSchema = listPageSchema({
  matches: z.array(matchSchema),
  ...matchCounts,
  ...contactLimit,
}).meta({
  id: 'MatchList',
});

export type MatchList = z.infer<typeof matchListSchema>;

/** The stored request and its best matches. */
export const createdRequestSchema = inData(
  z.strictObject({
    request: transferRequestSchema,
    matches: z.array(matchSchema).describe('The best ten'),
    ...matchCounts,
    ...contactLimit,
    alsoPosted: z.array(transferRequestSchema).describe('The requests for `alsoAcceptable`, in its order'),
  }),
).meta({ id: 'CreatedRequest' });

export type CreatedRequest = z.infer<typeof createdRequestSchema>;
