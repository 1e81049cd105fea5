import { z } from 'zod';
import { namedPerson } from '../administration/named-person.ts';
import { pageOf } from '../pagination.ts';
import { noticeKindNames } from './notice-kinds.ts';
import { noticeChannels } from './notice-settings.ts';

/** Notice that a channel did not deliver, after all retries or because it refused permanently. */
export const undelivered = z
  .strictObject({
    _id: z.uuid(),
    kind: z.enum(noticeKindNames),
    channel: z.enum(noticeChannels),
    recipient: namedPerson,
    attempts: z.int(),
    error: z.string().describe('Error of the channel at the last attempt'),
    endedAt: z.string(),
  })
  .meta({ id: 'Undelivered' });

export type Undelivered = z.infer<typeof undelivered>;

/** `GET /admin/undelivered`: latest first. */
export const undeliveredList = pageOf({ deliveries: z.array(undelivered) }).meta({ id: 'UndeliveredList' });

export type UndeliveredList = z.infer<typeof undeliveredList>;
