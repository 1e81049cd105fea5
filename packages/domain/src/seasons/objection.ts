import { z } from 'zod';
import { namedPersonSchema } from '../accounts/user.ts';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '../constants.ts';
import { line } from '../language/text.ts';
import { listPageSchema, pageQuery } from '../query-parameters.ts';
import { districtNameSchema } from '../reference/place.ts';

/** What a teacher objects to: wrong facts of their own, wrong facts of another member, or that a member may not move. */
export const objectionCategories = ['own_facts', 'others_facts', 'eligibility', 'other'] as const;
export type ObjectionCategory = (typeof objectionCategories)[number];

/** `accepted` takes the teacher out of the season. `refused` leaves their no standing. */
export const objectionResults = ['accepted', 'refused'] as const;
export type ObjectionResult = (typeof objectionResults)[number];

/** An objection as the teacher reads it. */
export const ownObjectionSchema = z
  .strictObject({
    category: z.enum(objectionCategories),
    text: z.string(),
    createdAt: z.string(),
    due: z.string().describe('Time until which the office replies'),
    reply: z.strictObject({ result: z.enum(objectionResults), text: z.string(), at: z.string() }).nullable(),
  })
  .meta({ id: 'OwnObjection' });

export type OwnObjection = z.infer<typeof ownObjectionSchema>;

/** An objection as the offices that are responsible for the teacher read it. */
export const objectionSchema = ownObjectionSchema
  .extend({
    _id: z.uuid(),
    teacher: namedPersonSchema,
    district: z.string().nullable().describe('District of the posting'),
    agreement: z.strictObject({ _id: z.uuid(), number: z.string() }),
    repliedBy: z.string().nullable().describe('Name of the administrator'),
  })
  .meta({ id: 'Objection' });

export type Objection = z.infer<typeof objectionSchema>;

const objectionFilters = {
  state: z
    .enum(['open', 'answered'], { error: 'field.choice' })
    .optional()
    .describe('`open`: without a reply'),
  district: districtNameSchema.optional().describe('District of the posting'),
  category: z
    .enum(objectionCategories, { error: 'field.choice' })
    .optional()
    .describe('What the teacher objects to'),
};

/** `GET /admin/objections`: open ones first, by the time until which the office replies; then the others, latest reply first. */
export const objectionListSchema = listPageSchema({ objections: z.array(objectionSchema) });
export type ObjectionList = z.infer<typeof objectionListSchema>;

export const objectionQuerySchema = z.strictObject({ ...pageQuery, ...objectionFilters });

/** Query of `GET /admin/objections.csv`. */
export const objectionDownloadQuerySchema = z.strictObject(objectionFilters);
export type ObjectionFilters = z.output<typeof objectionDownloadQuerySchema>;

/** `POST /admin/objections/{id}/reply`: once. */
export const newObjectionReplySchema = z
  .strictObject({
    result: z.enum(objectionResults, { error: 'field.choice' }),
    text: line(1, ADMIN_REASON_MAXIMUM_LENGTH).describe('The teacher reads it'),
  })
  .meta({ id: 'NewObjectionReply' });

export type NewObjectionReply = z.output<typeof newObjectionReplySchema>;
