import { z } from 'zod';
import { contactOpensAt } from './contact-views.ts';
import { transferRequest } from './transfer-request.ts';
import { person } from './user.ts';

/** A teacher one can swap with, or might; `matchCriteria` are sentences in the reader's language. */
export const match = z
  .strictObject({
    user: person,
    matchScore: z.int().describe('Per cent: 55, 70, 85 or 100'),
    isPerfectMatch: z.boolean(),
    matchCriteria: z.array(z.string()),
    hasActiveRequest: z.boolean(),
    requests: z
      .array(z.uuid())
      .nullable()
      .describe(
        'To be sent to POST /agreements; null where the two do not form a pair or one has no request',
      ),
    isInvitable: z.boolean().describe('Would form a pair and has no request: can be invited to post one'),
  })
  .meta({ id: 'Match' });

export type Match = z.infer<typeof match>;

/** `GET /requests/{id}/matches`: the best of them, and how many there are in all. */
export const matchList = z.strictObject({ matches: z.array(match), total: z.int(), contactOpensAt });

export type MatchList = z.infer<typeof matchList>;

/** `POST /requests`: the request as stored, and who it matches at once. */
export const createdRequest = z.strictObject({
  data: z.strictObject({ request: transferRequest, matches: z.array(match), total: z.int(), contactOpensAt }),
});
