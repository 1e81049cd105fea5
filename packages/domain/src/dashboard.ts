import { z } from 'zod';
import { contactLimit } from './accounts/contact-views.ts';
import { account } from './accounts/user.ts';
import { ownAnnouncements } from './administration/announcement.ts';
import { agreementList } from './agreements/agreement.ts';
import { match, matchCounts } from './matching/match.ts';
import { ring } from './matching/ring.ts';
import { alert } from './notices/alert.ts';
import { paymentStatus } from './payments/payment.ts';
import { transferRequest } from './requests/transfer-request.ts';
import { transferSeason } from './seasons/season.ts';

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

/** `GET /dashboard`: what a teacher's first screen shows. */
export const dashboard = z
  .strictObject({
    requests: z.array(transferRequest).describe('The caller’s requests, newest first, with hidden ones'),
    matches: z
      .array(match.extend({ requestId: z.uuid().optional().describe('The caller’s request that matches') }))
      .describe(
        'The two best matches over all active requests, or of the wish at registration before the first request',
      ),
    ...matchCounts,
    ring: ring
      .nullable()
      .describe(
        'Shortest ring over all active requests that is not proposed yet; null if there is a direct swap',
      ),
    rings: z.int().describe('Number of rings over all active requests; 0 if there is a direct swap'),
    proposals: agreementList.describe('As `GET /agreements?waiting=true`'),
    alerts: z.array(alert).describe('The newest five, with hidden ones'),
    unread: z.int().describe('Number of unread alerts'),
    season: transferSeason.nullable().describe('The open season, else the next one, else the latest'),
    asksForConsent: z.boolean().describe('True if the caller can consent to the season, and has not'),
    ...contactLimit,
  })
  .meta({ id: 'Dashboard' });

export type Dashboard = z.infer<typeof dashboard>;
