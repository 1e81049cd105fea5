import { z } from 'zod';
import { classRangeSchema, subjectNameSchema } from '../accounts/user.ts';
import { districtNameSchema } from '../reference/place.ts';
import { isTaughtAt } from '../reference/teaching.ts';

/** Number of most requested routes that are published. */
export const TOP_ROUTES_SHOWN = 10;

/** Query of `GET /requests/demand`. */
export const demandQuerySchema = z
  .strictObject({
    subject: subjectNameSchema.describe('Subject of the teachers'),
    classRange: classRangeSchema.describe('Class level of the teachers'),
    district: districtNameSchema
      .optional()
      .describe('Returns the blocks of this district; all districts if absent'),
  })
  .refine((query) => isTaughtAt(query.subject, query.classRange), {
    error: 'classRange.subject',
    path: ['classRange'],
  });

export type DemandQuery = z.output<typeof demandQuerySchema>;

const teacherCount = z.int().min(0);

/** Numbers of teachers with an active request who want to come to a place and to leave it. The public list shows the same requests. */
const placeDemand = z
  .strictObject({
    place: z.string().describe('English name of a district, or of a block of the requested district'),
    coming: teacherCount.describe('Teachers who want to come; for a block, only those who name it'),
    leaving: teacherCount.describe('Teachers posted there who want to go elsewhere'),
  })
  .meta({ id: 'PlaceDemand' });

export type PlaceDemand = z.infer<typeof placeDemand>;

/** `GET /requests/demand`: wishes of teachers of a subject and class level, over all categories. Names no teacher. */
export const demandSchema = z
  .strictObject({
    places: z.array(placeDemand),
    anyBlock: teacherCount
      .nullable()
      .describe('For a requested district: teachers who would take any of its blocks; otherwise null'),
    routes: z
      .array(z.strictObject({ from: z.string(), to: z.string(), teachers: z.int().min(1) }))
      .describe(
        `At most ${TOP_ROUTES_SHOWN} routes between districts, most requested first; empty for a requested district`,
      ),
  })
  .meta({ id: 'Demand' });

export type Demand = z.infer<typeof demandSchema>;

/** Query of `GET /requests/prospects`: "I work in …, I want to go to …, I teach …". */
export const prospectsQuerySchema = z
  .strictObject({
    district: districtNameSchema.describe('District in which the visitor works'),
    desiredDistrict: districtNameSchema.describe('District to which the visitor wants to move'),
    subject: subjectNameSchema.describe('Subject that the visitor teaches'),
    classRange: classRangeSchema.describe('Class level that the visitor teaches'),
  })
  .refine((query) => isTaughtAt(query.subject, query.classRange), {
    error: 'classRange.subject',
    path: ['classRange'],
  });

export type ProspectsQuery = z.output<typeof prospectsQuerySchema>;

/** Chances of a visitor by district, over all categories. Names no teacher. */
export const prospectsSchema = z
  .strictObject({
    wantYourPlace: teacherCount.describe('Teachers with an active request who want to come to the district'),
    directSwaps: teacherCount.describe('Those of them who work where the visitor wants to go'),
    shortestRing: z
      .int()
      .min(3)
      .nullable()
      .describe(
        'Teachers in the shortest ring of three to ten, the visitor included; null if there is none, or if fewer than five ' +
          'teachers want to come to the visitor’s district or to leave the desired one',
      ),
  })
  .meta({ id: 'Prospects' });

export type Prospects = z.infer<typeof prospectsSchema>;

/** Query of `GET /requests/{id}/reach`. */
export const reachQuerySchema = z.strictObject({
  district: districtNameSchema
    .optional()
    .describe(
      'Returns the blocks of this district; if absent, all districts, each as a wish for any of its blocks',
    ),
});

/** Effect that a wish for one place would have for a teacher. */
const placeReach = z
  .strictObject({
    place: z.string().describe('English name of a district, or of a block of the requested district'),
    isWished: z
      .boolean()
      .describe('True if an active request of the teacher accepts the place or a block of it'),
    now: z
      .int()
      .min(2)
      .nullable()
      .describe('Teachers in the shortest ring to the place by the active requests; 2 for a direct swap'),
    shortest: z
      .int()
      .min(2)
      .nullable()
      .describe(
        'Teachers in the shortest ring if the teacher wished for the whole place; null if the rules allow no ring to it',
      ),
    pairs: z.int().min(0).describe('Number of direct swaps if the teacher wished for the whole place'),
  })
  .meta({ id: 'PlaceReach' });

export type PlaceReach = z.infer<typeof placeReach>;

/** `GET /requests/{id}/reach`: every place once. Empty for a request that is not active. */
export const reachSchema = z.strictObject({ places: z.array(placeReach) }).meta({ id: 'Reach' });

export type Reach = z.infer<typeof reachSchema>;
