import { z } from 'zod';
import { trueOrFalse, wholeListQuery } from '../pagination.ts';

/** Query of `GET /requests/my`. */
export const ownListQuery = wholeListQuery.extend({
  includeHidden: trueOrFalse.optional().describe('Whether hidden requests are listed too'),
});

/** `PATCH /requests/{id}/hidden`. */
export const requestVisibility = z.strictObject({ hidden: z.boolean() }).meta({ id: 'RequestVisibility' });
