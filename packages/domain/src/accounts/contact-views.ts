import { z } from 'zod';
import { person } from './user.ts';

/** Beside people: contact beyond the budget of a day arrives as `Hidden` until then. */
export const contactOpensAt = z
  .string()
  .optional()
  .describe('There where contact is `Hidden` because so many were opened today: when the next one opens');

/** `GET /auth/contact-views`: who saw one's own phone number or email address in the last 90 days. */
export const contactViews = z
  .strictObject({
    total: z.int().describe('Different people; the latest hundred are listed'),
    views: z.array(
      z.strictObject({
        viewer: person.describe('As their privacy allows, without contact'),
        place: z.enum(['list', 'match']).describe('In a list, or among matches, rings and alerts'),
        openedAt: z.string().describe('The first look'),
        seenAt: z.string().describe('The last look, to the day'),
      }),
    ),
  })
  .meta({ id: 'ContactViews' });

export type ContactViews = z.infer<typeof contactViews>;

/** `GET /admin/contact-patterns`: accounts that opened many contacts fast, or went on asking when refused. */
export const contactPatterns = z
  .strictObject({
    accounts: z.array(
      z.strictObject({
        user: z.strictObject({ _id: z.uuid(), name: z.string(), email: z.string(), isActive: z.boolean() }),
        openedLastHour: z.int(),
        openedLastDay: z.int(),
        refusedLastDay: z.int().describe('Contacts asked for beyond the budget, today and yesterday'),
      }),
    ),
  })
  .meta({ id: 'ContactPatterns' });

export type ContactPatterns = z.infer<typeof contactPatterns>;
