import { z } from 'zod';
import { classRange, subjectName } from '../accounts/user.ts';
import { SMALLEST_PUBLISHED_COUNT } from '../constants.ts';
import { districtName } from '../reference/place.ts';
import { isTaughtAt } from '../reference/teaching.ts';

/** Number of most requested routes that are published. */
export const ROUTES_PUBLISHED = 10;

/** Query of `GET /requests/demand`. */
export const demandQuery = z
  .strictObject({
    subject: subjectName.describe('Subject of the teachers'),
    classRange: classRange.describe('Class level of the teachers'),
    district: districtName
      .optional()
      .describe('Returns the blocks of this district; all districts if absent'),
  })
  .refine((query) => isTaughtAt(query.subject, query.classRange), {
    error: 'classRange.subject',
    path: ['classRange'],
  });

export type DemandQuery = z.output<typeof demandQuery>;

const publishedCount = z.int().min(SMALLEST_PUBLISHED_COUNT).nullable();

/**
 * Numbers of teachers who want to come to a place and to leave it. Null below five, and if a smaller number could be
 * derived.
 */
export const placeDemand = z
  .strictObject({
    place: z.string().describe('English name of a district, or of a block of the requested district'),
    coming: publishedCount.describe('Teachers who want to come; for a block, only those who name it'),
    leaving: publishedCount.describe('Teachers posted there who want to go elsewhere'),
  })
  .meta({ id: 'PlaceDemand' });

export type PlaceDemand = z.infer<typeof placeDemand>;

/** `GET /requests/demand`: wishes of teachers of a subject and class level, over all categories. Identifies no teacher. */
export const demand = z
  .strictObject({
    places: z.array(placeDemand),
    anyBlock: publishedCount.describe('For a requested district: teachers who would take any of its blocks'),
    routes: z
      .array(
        z.strictObject({ from: z.string(), to: z.string(), teachers: z.int().min(SMALLEST_PUBLISHED_COUNT) }),
      )
      .describe(
        `At most ${ROUTES_PUBLISHED} routes between districts, most requested first; empty for a requested district`,
      ),
  })
  .meta({ id: 'Demand' });

export type Demand = z.infer<typeof demand>;
