import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';

/** A world like those the field's solvers are measured on: one stratum, wishes drawn evenly. */
export interface PeerWorld {
  readonly name: string;
  readonly teachers: number;
  readonly places: readonly string[];
  readonly wishes: number;
}

export const peerWorlds: readonly PeerWorld[] = [
  {
    name: '300 teachers, 38 districts, 1 wish',
    teachers: 300,
    places: districts.map(({ code }) => code),
    wishes: 1,
  },
  {
    name: '1,000 teachers, 534 blocks, 3 wishes',
    teachers: 1000,
    places: blocks.map(({ code }) => code),
    wishes: 3,
  },
];

/** The offers of a world: the same for the same seed. */
export function peerOffers({ teachers, places, wishes }: PeerWorld, seed: number): Offer[] {
  const random = randomFrom(seed);
  const place = () => places[Math.floor(random() * places.length)] ?? '';
  return Array.from({ length: teachers }, (_, index): Offer => {
    const from = place();
    const to = new Set<string>();
    while (to.size < wishes) {
      const wish = place();
      if (wish !== from) to.add(wish);
    }
    return { teacher: `t${index}`, from, to: [...to], stratum: 'all' };
  });
}
