import { z } from 'zod';

/** The kinds of one's own answers that an open screen is told of when they may have changed. */
export const liveKinds = ['account', 'alerts', 'requests', 'agreements', 'matches', 'rings'] as const;

export type LiveKind = (typeof liveKinds)[number];

/** What an event of the stream says: no more than which answers are worth asking for again. */
export const liveChanges = z.strictObject({ kinds: z.array(z.enum(liveKinds)) }).meta({ id: 'LiveChanges' });

export type LiveChanges = z.infer<typeof liveChanges>;
