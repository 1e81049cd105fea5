import { z } from 'zod';

export const namedPerson = z.strictObject({ _id: z.uuid(), name: z.string() });

/** A teacher in a list of an administrator, who may administer other districts. */
export const namedTeacher = namedPerson.extend({
  isElsewhere: z
    .literal(true)
    .optional()
    .describe('Posted outside the districts of the administrator, who cannot open the page of the teacher'),
});
