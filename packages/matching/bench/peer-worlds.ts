import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';

/** A world of the kind used in the literature: one stratum, wishes drawn uniformly. */
export interface PeerWorld {
  name: string;
  teachers: number;
  places: readonly string[];
  wishes: number;
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

/** Generates the offers of a world; the same seed gives the same offers. */
export function peerOffers({ teachers, places, wishes }: Omit<PeerWorld, 'name'>, seed: number): Offer[] {
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
