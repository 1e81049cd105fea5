import { z } from 'zod';
import { contactLimit } from './accounts/contact-views.ts';
import { accountSchema } from './accounts/user.ts';
import { ownAnnouncementsSchema } from './administration/announcement.ts';
import { agreementListSchema } from './agreements/agreement.ts';
import { matchCounts, matchSchema } from './matching/match.ts';
import { ringSchema } from './matching/ring.ts';
import { alertSchema } from './notices/alert.ts';
import { paymentStatusSchema } from './payments/payment.ts';
import { transferRequestSchema } from './requests/transfer-request.ts';
import { transferSeasonSchema } from './seasons/season.ts';

/** `GET /me`: what every page of a signed-in person needs. */
export const meSchema = z
  .strictObject({
    account: accountSchema,
    payment: paymentStatusSchema,
    waiting: z
      .strictObject({
        alerts: z.int().describe('Number of unread alerts'),
        proposals: z.int().describe('Number of proposals that wait for the caller’s answer'),
      })
      .nullable()
      .describe('What waits for a teacher; null for administrators, and without access'),
    noticeToAccept: z
      .string()
      .nullable()
      .describe('Version of the present privacy notice if the teacher has not accepted it'),
    announcements: ownAnnouncementsSchema.shape.announcements,
  })
  .meta({ id: 'Me' });

export type Me = z.infer<typeof meSchema>;

/** `GET /dashboard`: what a teacher's first screen shows. */
export const dashboardSchema = z
  .strictObject({
    requests: z
      .array(transferRequestSchema)
      .describe('The caller’s requests, newest first, with hidden ones'),
    matches: z
      .array(
        matchSchema.extend({ requestId: z.uuid().optional().describe('The caller’s request that matches') }),
      )
      .describe(
        'The two best matches over all active requests, or of the wish at registration before the first request',
      ),
    ...matchCounts,
    ring: ringSchema
      .nullable()
      .describe(
        'Shortest ring over all active requests that is not proposed yet; null if there is a direct swap',
      ),
    rings: z.int().describe('Number of rings over all active requests; 0 if there is a direct swap'),
    proposals: agreementListSchema.describe('As `GET /agreements?waiting=true`'),
    alerts: z.array(alertSchema).describe('The newest five, with hidden ones'),
    unread: z.int().describe('Number of unread alerts'),
    season: transferSeasonSchema.nullable().describe('The open season, else the next one, else the latest'),
    asksForConsent: z.boolean().describe('True if the caller can consent to the season, and has not'),
    ...contactLimit,
  })
  .meta({ id: 'Dashboard' });

export type Dashboard = z.infer<typeof dashboardSchema>;
