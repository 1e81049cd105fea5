import { z } from 'zod';
import { classRange, subjectName } from '../accounts/user.ts';
import { SMALLEST_PUBLISHED_COUNT } from '../constants.ts';
import { districtName } from '../reference/place.ts';
import { isTaughtAt } from '../reference/teaching.ts';

/** Query of `GET /requests/prospects`: "I work in …, I want to go to …, I teach …". */
export const prospectsQuery = z
  .strictObject({
    district: districtName.describe('District in which the visitor works'),
    desiredDistrict: districtName.describe('District to which the visitor wants to move'),
    subject: subjectName.describe('Subject that the visitor teaches'),
    classRange: classRange.describe('Class level that the visitor teaches'),
  })
  .refine((query) => isTaughtAt(query.subject, query.classRange), {
    error: 'classRange.subject',
    path: ['classRange'],
  });

export type ProspectsQuery = z.output<typeof prospectsQuery>;

const publishedCount = z.int().min(SMALLEST_PUBLISHED_COUNT).nullable();

/** Chances of a visitor by district, over all categories. Identifies no teacher. */
export const prospects = z
  .strictObject({
    wantYourPlace: publishedCount.describe(
      'Teachers who want to come to the district; null for fewer than five',
    ),
    directSwaps: publishedCount.describe(
      'Those of them who work where the visitor wants to go; null for fewer than five',
    ),
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

export type Prospects = z.infer<typeof prospects>;
