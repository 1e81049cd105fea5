import { z } from 'zod';

/** Looks of each list in `GET /admin/users/{id}/looks`, the newest ones. */
export const LOOKS_SHOWN = 100;

const named = z.strictObject({ _id: z.uuid(), name: z.string() });

/** `GET /admin/users/{id}/looks`: who looked at a teacher, newest first. */
export const looks = z
  .strictObject({
    administrators: z.array(
      z.strictObject({
        administrator: named.nullable().describe('Null: the account is erased'),
        action: z.string().describe('As in the audit log'),
        seen: z.string().nullable().describe('The call that showed the teacher, among others'),
        at: z.string(),
      }),
    ),
    teachers: z
      .array(
        z.strictObject({
          teacher: named,
          place: z.enum(['list', 'match']).describe('Kind of page that showed the contact'),
          openedAt: z.string(),
          seenAt: z.string().describe('The latest time'),
        }),
      )
      .describe('Teachers who opened the contact in the last 90 days'),
  })
  .meta({ id: 'Looks' });

export type Looks = z.infer<typeof looks>;
