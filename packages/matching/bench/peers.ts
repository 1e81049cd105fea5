import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { boundOf } from '../src/clearing/bound.ts';
import { planOf } from '../src/clearing/plan.ts';
import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';
import { cappedBoundByHighs } from './capped-bound-by-highs.ts';
import { measured, row } from './measure.ts';

/**
 * `node bench/peers.ts`: worlds like those the field's solvers are measured on, one stratum, wishes drawn evenly. Moved
 * at each cap, beside what `highs` proves: a whole packing of the rings it looked at, and the linear bound, by column
 * generation. Where both agree it is the optimum.
 */
const CAPS = [2, 3, 4, 5, 10];
const SECONDS = 20;

interface PeerWorld {
  readonly name: string;
  readonly teachers: number;
  readonly places: readonly string[];
  readonly wishes: number;
}

const worlds: readonly PeerWorld[] = [
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

console.info(
  row([
    'world',
    'seed',
    'cap',
    'moved',
    'highs packs',
    'highs proves at most',
    'plan ms',
    'bound without cap',
  ]),
);
console.info(row(['---', '---:', '---:', '---:', '---:', '---:', '---:', '---:']));
for (const world of worlds) {
  for (const seed of [1, 2, 3]) {
    const offers = drawOffers(world, seed);
    const bound = boundOf(offers).moved;
    for (const cap of CAPS) {
      const { result, milliseconds } = measured(() => planOf(offers, { maxRing: cap }));
      const { atLeast = '–', atMost = '–' } = cappedBoundByHighs(offers, cap, SECONDS);
      console.info(
        row([world.name, seed, cap, result.moved, atLeast, atMost, milliseconds.toFixed(0), bound]),
      );
    }
  }
}

function drawOffers({ teachers, places, wishes }: PeerWorld, seed: number): Offer[] {
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
