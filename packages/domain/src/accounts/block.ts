import { z } from 'zod';
import { pageOf } from '../pagination.ts';

/** `GET /blocks`: teachers that the caller has blocked, newest first. Blocked teachers are not notified. */
export const blockList = pageOf({
  blocks: z.array(
    z.strictObject({
      user: z.strictObject({
        _id: z.uuid(),
        name: z
          .string()
          .describe('`Hidden` if the teacher hides it, or if no screen shows the teacher to the caller'),
      }),
      blockedAt: z.string(),
    }),
  ),
}).meta({ id: 'BlockList' });

export type BlockList = z.infer<typeof blockList>;
