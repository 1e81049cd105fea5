import { z } from 'zod';
import { districtName } from '../reference/place.ts';

/** Query of `GET /requests/{id}/reach`. */
export const reachQuery = z.strictObject({
  district: districtName
    .optional()
    .describe(
      'Returns the blocks of this district; if absent, all districts, each as a wish for any of its blocks',
    ),
});

/** Effect that a wish for one place would have for a teacher. */
export const placeReach = z
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
export const reach = z.strictObject({ places: z.array(placeReach) }).meta({ id: 'Reach' });

export type Reach = z.infer<typeof reach>;
