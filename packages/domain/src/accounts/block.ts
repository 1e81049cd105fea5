import { z } from 'zod';
import { pagination } from '../pagination.ts';

/** `GET /blocks`: teachers that the caller has blocked, newest first. Blocked teachers are not notified. */
export const blockList = z
  .strictObject({
    blocks: z.array(
      z.strictObject({
        user: z.strictObject({
          _id: z.uuid(),
          name: z.string().describe('`Hidden` where they hide it, or where one is shown them nowhere'),
        }),
        blockedAt: z.string(),
      }),
    ),
    pagination,
  })
  .meta({ id: 'BlockList' });

export type BlockList = z.infer<typeof blockList>;
