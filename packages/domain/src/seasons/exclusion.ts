import { z } from 'zod';
import { namedPersonSchema } from '../accounts/user.ts';
import { importedFileSchema, unreadableLines } from '../administration/imports.ts';
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

/** Results of a line of `POST /admin/exclusions/import`. */
const exclusionLineResults = [
  ...([
    'recorded',
    'already',
    'unknown',
    'contradiction',
    'repeated',
    'no_reason',
    'bad_date',
    'past',
  ] as const),
  ...unreadableLines,
] as const;

export type ExclusionLineResult = (typeof exclusionLineResults)[number];

/** `POST /admin/exclusions/import`: what was recorded, or in a preview would be. */
export const exclusionLinesSchema = z
  .strictObject({
    preview: z.boolean(),
    file: importedFileSchema,
    recorded: z.int(),
    lines: z.array(
      z.strictObject({
        line: z.int().describe('Line of the file'),
        name: z.string().describe('As in the file'),
        teacher: namedPersonSchema.nullable(),
        reason: z.string(),
        until: z.string().nullable(),
        result: z
          .enum(exclusionLineResults)
          .describe(
            '`unknown`: no teacher of the administrator’s districts has the number; `contradiction`: the teacher has another name, number or district, or several fit; `repeated`: an earlier line is about the same teacher; `past`: the last day has passed',
          ),
      }),
    ),
  })
  .meta({ id: 'ExclusionLines' });

export type ExclusionLines = z.infer<typeof exclusionLinesSchema>;
