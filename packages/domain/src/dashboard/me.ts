import { z } from 'zod';
import { account } from '../accounts/user.ts';
import { ownAnnouncements } from '../administration/announcement.ts';
import { paymentStatus } from '../payments/payment.ts';

/** `GET /me`: what every page of a signed-in person needs. */
export const me = z
  .strictObject({
    account,
    payment: paymentStatus,
    waiting: z
      .strictObject({
        alerts: z.int().describe('Number of unread alerts'),
        proposals: z.int().describe('Number of proposals that wait for the caller’s answer'),
      })
      .nullable()
      .describe('What waits for a teacher; null for administrators, and without access'),
    announcements: ownAnnouncements.shape.announcements,
  })
  .meta({ id: 'Me' });

export type Me = z.infer<typeof me>;
