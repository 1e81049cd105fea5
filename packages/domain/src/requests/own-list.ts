import { z } from 'zod';
import { MAXIMUM_ACTIVE_REQUESTS } from '../constants.ts';
import { trueOrFalse, wholeListQuery } from '../pagination.ts';
import { wholeFrom } from '../whole-number.ts';

/** Query of `GET /requests/my`. */
export const ownListQuery = wholeListQuery.extend({
  includeHidden: trueOrFalse.optional().describe('True to list hidden requests too'),
});

/** `PATCH /requests/{id}/hidden`. */
export const requestVisibility = z.strictObject({ hidden: z.boolean() }).meta({ id: 'RequestVisibility' });

/** `PUT /requests/{id}/rank`. */
export const requestRank = z
  .strictObject({
    rank: wholeFrom(1, MAXIMUM_ACTIVE_REQUESTS).describe(
      'Place among the active requests, 1 for the first choice; beyond their number the last',
    ),
  })
  .meta({ id: 'RequestRank' });
