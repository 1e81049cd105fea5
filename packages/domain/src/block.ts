import { z } from 'zod';
import { pagination } from './pagination.ts';
import { person } from './user.ts';

/** `GET /blocks`: whom one wants to hear nothing of, the newest first. The blocked are not told. */
export const blockList = z
  .strictObject({
    blocks: z.array(
      z.strictObject({
        user: person.describe('As their privacy allows, without contact'),
        blockedAt: z.string(),
      }),
    ),
    pagination,
  })
  .meta({ id: 'BlockList' });

export type BlockList = z.infer<typeof blockList>;
