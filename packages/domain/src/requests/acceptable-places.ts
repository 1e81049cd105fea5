import { z } from 'zod';
import { blockFits, blockName, districtName } from '../reference/place.ts';

/** Additional place that the teacher would accept. */
export const acceptablePlace = z
  .strictObject({ desiredDistrict: districtName, desiredBlock: blockName })
  .refine((place) => blockFits(place.desiredDistrict, place.desiredBlock, true), {
    error: 'block.unknown',
    path: ['desiredBlock'],
  });

interface Place {
  desiredDistrict: string;
  desiredBlock: string;
}

interface Places extends Place {
  alsoAcceptable: readonly Place[];
}

/** Refuses each additional place that equals the desired place or an earlier additional one. */
export function refuseRepeatedPlaces(request: Places, context: z.RefinementCtx): void {
  for (const index of repeatedPlaces(request)) {
    const path = ['alsoAcceptable', index, 'desiredBlock'];
    context.addIssue({ code: 'custom', message: 'place.repeated', path });
  }
}

function repeatedPlaces(request: Places): number[] {
  const keys = [request, ...request.alsoAcceptable].map(({ desiredDistrict, desiredBlock }) =>
    JSON.stringify([desiredDistrict, desiredBlock]),
  );
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index - 1] : []));
}
