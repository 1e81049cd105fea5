import { z } from 'zod';
import { namedPerson, namedTeacher } from './named-person.ts';

/** Maximum number of entries in each list of `GET /admin/users/{id}/looks`, the newest ones. */
export const VIEWERS_SHOWN = 100;

/** `GET /admin/users/{id}/looks`: people who viewed a teacher's data, newest first. */
export const teacherViewers = z
  .strictObject({
    administrators: z.array(
      z.strictObject({
        administrator: namedPerson.nullable().describe('Null: the account is erased'),
        action: z.string().describe('As in the audit log'),
        seen: z.string().nullable().describe('Route of the call that showed a list with the teacher'),
        at: z.string(),
      }),
    ),
    teachers: z
      .array(
        z.strictObject({
          teacher: namedTeacher.describe('A hidden name is `Hidden` for administrators of other districts'),
          place: z.enum(['list', 'match']).describe('Kind of page that showed the contact'),
          openedAt: z.string(),
          seenAt: z.string().describe('Time of the last view'),
        }),
      )
      .describe('Teachers who opened the contact in the last 90 days'),
  })
  .meta({ id: 'Looks' });

export type TeacherViewers = z.infer<typeof teacherViewers>;
