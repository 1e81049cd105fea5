import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';

/** A world as in trades of board games: one stratum, each teacher in one of `places`, with `fewest` to `most` wishes drawn evenly. */
export interface TradeWorld {
  teachers: number;
  places: number;
  fewest: number;
  most: number;
}

/** One or several wishes; as many places as teachers, or fewer. */
export const tradeWorlds: readonly TradeWorld[] = [
  { teachers: 1_400, places: 600, fewest: 1, most: 1 },
  { teachers: 500, places: 500, fewest: 1, most: 6 },
  { teachers: 600, places: 600, fewest: 2, most: 2 },
  { teachers: 400, places: 300, fewest: 1, most: 3 },
];

/** Generates the offers of a world; the same seed gives the same offers. */
export function tradeOffers({ teachers, places, fewest, most }: TradeWorld, seed: number): Offer[] {
  const random = randomFrom(seed);
  const place = () => `i${Math.floor(random() * places)}`;
  return Array.from({ length: teachers }, (_, index): Offer => {
    const from = place();
    const wishes = fewest + Math.floor(random() * (most - fewest + 1));
    const to = new Set<string>();
    while (to.size < wishes) {
      const wish = place();
      if (wish !== from) to.add(wish);
    }
    return { teacher: `t${index}`, from, to: [...to], stratum: 'all' };
  });
}
