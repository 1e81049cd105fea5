import { z } from 'zod';

/** Kinds of a teacher's own data. Open screens receive the kinds that may have changed. */
export const liveKinds = ['account', 'alerts', 'requests', 'agreements', 'matches', 'rings'] as const;

export type LiveKind = (typeof liveKinds)[number];

/** Kinds of data that may have changed up to a position. Contains no person and no row. */
export const liveChanges = z
  .strictObject({
    kinds: z.array(z.enum(liveKinds)),
    position: z
      .string()
      .optional()
      .describe('Value of `since` for the next call; absent while the server does not follow changes'),
    spreadSeconds: z
      .int()
      .optional()
      .describe(
        'Refetch at a random time within this many seconds, because many screens receive the same response',
      ),
  })
  .meta({ id: 'LiveChanges' });

export type LiveChanges = z.infer<typeof liveChanges>;
