import { z } from 'zod';

/** Kinds of a teacher's own answers. An open screen is told which of them may have changed. */
export const liveKinds = ['account', 'alerts', 'requests', 'agreements', 'matches', 'rings'] as const;

export type LiveKind = (typeof liveKinds)[number];

/** Kinds of answers that may have changed up to a position. It names no person and no row. */
export const liveChanges = z
  .strictObject({
    kinds: z.array(z.enum(liveKinds)),
    position: z
      .int()
      .optional()
      .describe('To be sent as `since` by the next call; absent while the server does not follow changes'),
    spreadSeconds: z
      .int()
      .optional()
      .describe('Ask again at a random moment within so many seconds: many screens are told the same'),
  })
  .meta({ id: 'LiveChanges' });

/** Header of answers to a signed-in teacher: the position that the answer shows at least. */
export const LIVE_POSITION = 'live-position';

export type LiveChanges = z.infer<typeof liveChanges>;
