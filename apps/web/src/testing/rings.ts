import type { Ring, RingAdvice } from '@mutual-transfer/domain/matching/ring';
import { person } from './people.ts';

const places = [
  ['Gaya', 'Bodh Gaya'],
  ['Patna', 'Danapur'],
  ['Siwan', 'Siwan'],
] as const;

const uuid = (number: number) => `01990000-0000-7000-8000-00000000000${number}`;

/** Ring of three teachers, the viewer first. */
export const ring: Ring = {
  length: 3,
  requests: places.map((_, number) => uuid(number)),
  members: places.map(([district, postingBlock], number) => {
    const [nextDistrict, nextBlock] = places[(number + 1) % places.length] ?? places[0];
    return {
      user: person({ _id: uuid(number), name: `Teacher ${'ABC'.charAt(number)}`, district, postingBlock }),
      requestId: uuid(number),
      movesTo: { district: nextDistrict, block: nextBlock },
      distanceKm: 90,
      waitingSince: '2026-06-01T00:00:00.000Z',
    };
  }),
};

export const noAdvice: RingAdvice = {
  oneMoreWish: [],
  onePersonMissing: [],
  whyNothingYet: null,
  service: null,
  statingCategory: null,
};
