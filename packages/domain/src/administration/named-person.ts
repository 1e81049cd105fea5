import { z } from 'zod';

export const namedPerson = z.strictObject({ _id: z.uuid(), name: z.string() });

/** Teacher in an administrator's list, who may be posted outside the administrator's districts. */
export const namedTeacher = namedPerson.extend({
  isElsewhere: z
    .literal(true)
    .optional()
    .describe('Posted outside the districts of the administrator, who cannot open the page of the teacher'),
});
