import { z } from 'zod';
import { namedPersonSchema } from '../accounts/user.ts';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '../constants.ts';
import { line } from '../language/text.ts';
import { listPageSchema, pageQuery } from '../query-parameters.ts';

/** A teacher whom the office keeps out of a season. Only the teacher, and offices responsible for them, read the reason. */
export const exclusionSchema = z
  .strictObject({
    teacher: namedPersonSchema,
    district: z.string().nullable(),
    reason: z.string(),
    until: z.string().nullable().describe('Last day, in India’s time; null for the whole season'),
    recordedAt: z.string(),
    recordedBy: z.string().nullable(),
  })
  .meta({ id: 'Exclusion' });

export type Exclusion = z.infer<typeof exclusionSchema>;

/** `GET /admin/exclusions`: teachers out of the open season, otherwise of the next one, latest first. */
export const exclusionListSchema = listPageSchema({ exclusions: z.array(exclusionSchema) });
export type ExclusionList = z.infer<typeof exclusionListSchema>;

export const exclusionQuerySchema = z.strictObject(pageQuery);

/** `POST /admin/exclusions`: ends the proposals and agreements of the teacher. */
export const newExclusionSchema = z
  .strictObject({
    user: z.uuid({ error: 'field.invalid' }),
    reason: line(1, ADMIN_REASON_MAXIMUM_LENGTH).describe(
      'Only the teacher and offices responsible for them read it',
    ),
    until: z.iso.date({ error: 'field.invalid' }).nullable().default(null),
  })
  .meta({ id: 'NewExclusion' });
