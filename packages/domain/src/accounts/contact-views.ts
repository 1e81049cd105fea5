import { z } from 'zod';
import { listPageSchema } from '../query-parameters.ts';
import { namedPersonSchema, namedTeacherSchema, personSchema } from './user.ts';

/** `GET /blocks`: teachers that the caller has blocked, newest first. Blocked teachers are not notified. */
export const blockListSchema = listPageSchema({
  blocks: z.array(
    z.strictObject({
      user: z.strictObject({
        _id: z.uuid(),
        name: z
          .string()
          .describe('`Hidden` if the teacher hides it, or if no screen shows the teacher to the caller'),
      }),
      blockedAt: z.string(),
    }),
  ),
}).meta({ id: 'BlockList' });

export type BlockList = z.infer<typeof blockListSchema>;

/**
 * Condition for opening further contacts today. `standing`: the account meets the conditions in the description of `contactLimit`.
 * `tomorrow`: none; the next one opens at `contactOpensAt`.
 */
const contactNeeds = ['standing', 'tomorrow'] as const;

/** Fields beside lists of people. Beyond the daily budget, contact fields have the value `Hidden`. */
export const contactLimit = {
  contactOpensAt: z
    .string()
    .optional()
    .describe(
      'Time at which the next contact opens. Present only if contacts are `Hidden` because the daily budget is spent',
    ),
  contactNeeds: z
    .enum(contactNeeds)
    .optional()
    .describe(
      'Beside `contactOpensAt`. `standing`: more contacts open at once if the phone is verified by SMS or by an administrator, or if the account ' +
        'is 24 hours old and has an open request. `tomorrow`: the account has standing already. Messages and proposals work without contacts',
    ),
};

export interface ContactLimit {
  contactOpensAt?: string | undefined;
  contactNeeds?: (typeof contactNeeds)[number] | undefined;
}

/** `GET /auth/contact-views`: teachers who saw the caller's phone number or email address in the last 90 days. */
export const contactViewsSchema = z
  .strictObject({
    total: z.int().describe('Number of distinct viewers; the latest hundred are listed'),
    views: z.array(
      z.strictObject({
        viewer: personSchema.describe('As their privacy settings allow, without contact'),
        place: z.enum(['list', 'match']).describe('In a list, or among matches, rings and alerts'),
        openedAt: z.string().describe('Time of the first view'),
        seenAt: z.string().describe('Time of the last view, accurate to the day'),
      }),
    ),
  })
  .meta({ id: 'ContactViews' });

export type ContactViews = z.infer<typeof contactViewsSchema>;

/**
 * `GET /admin/contact-patterns`: accounts that opened many contacts quickly or continued after a refusal, and
 * addresses with many accounts or a spent budget.
 */
export const contactPatternsSchema = z
  .strictObject({
    accounts: z.array(
      z.strictObject({
        user: z.strictObject({ _id: z.uuid(), name: z.string(), email: z.string(), isActive: z.boolean() }),
        openedLastHour: z.int(),
        openedLastDay: z.int(),
        refusedLastDay: z.int().describe('Contacts asked for beyond the budget, today and yesterday'),
      }),
    ),
    addresses: z.array(
      z.strictObject({
        address: z.string().describe('An IPv6 address is reduced to its /64 prefix'),
        accounts: z
          .int()
          .describe('Accounts that opened contacts from this address in the last 24 hours and still exist'),
        openedLastDay: z.int().describe('Contacts that these accounts opened'),
        openedWithoutStanding: z
          .int()
          .describe('Contacts that accounts without standing opened, including erased accounts'),
      }),
    ),
  })
  .meta({ id: 'ContactPatterns' });

export type ContactPatterns = z.infer<typeof contactPatternsSchema>;

/** Maximum number of entries in each list of `GET /admin/users/{id}/looks`, the newest ones. */
export const VIEWERS_SHOWN = 100;

/** `GET /admin/users/{id}/looks`: people who viewed a teacher's data, newest first. */
export const teacherViewersSchema = z
  .strictObject({
    administrators: z.array(
      z.strictObject({
        administrator: namedPersonSchema.nullable().describe('Null: the account is erased'),
        action: z.string().describe('As in the audit log'),
        seen: z.string().nullable().describe('Route of the call that showed a list with the teacher'),
        at: z.string(),
      }),
    ),
    teachers: z
      .array(
        z.strictObject({
          teacher: namedTeacherSchema.describe(
            'A hidden name is `Hidden` for administrators of other districts',
          ),
          place: z.enum(['list', 'match']).describe('Kind of page that showed the contact'),
          openedAt: z.string(),
          seenAt: z.string().describe('Time of the last view'),
        }),
      )
      .describe('Teachers who opened the contact in the last 90 days'),
  })
  .meta({ id: 'Looks' });

export type TeacherViewers = z.infer<typeof teacherViewersSchema>;
