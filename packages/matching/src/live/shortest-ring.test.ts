import fc from 'fast-check';
import { expect, it } from 'vitest';
import { graphOffers, graphOfOffers } from '../testing/graph-offers.ts';
import { everyRing } from '../testing/oracle.ts';
import { runs, smallWorlds } from '../testing/worlds.ts';
import type { GraphOffer } from './ring-graph.ts';
import { shortestRingFor } from './shortest-ring.ts';

const worlds = smallWorlds({ offers: 14, places: 6, strata: 2, wishes: 2, severalRows: false });
const places = fc.uniqueArray(fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4', 'p5'), {
  minLength: 1,
  maxLength: 3,
});

/** Returns the length of the shortest ring of three or more through a newcomer in any of the places and strata, by exhaustive search. */
function expected(
  offers: readonly GraphOffer[],
  from: readonly string[],
  to: readonly string[],
  strata: string[],
) {
  const lengths = strata.flatMap((stratum) =>
    from.flatMap((place) => {
      const me = { id: 'me', teacher: 'me', from: place, to, stratum };
      return everyRing([...offers, me], 10)
        .filter((ring) => ring.length > 2 && ring.some(({ teacher }) => teacher === 'me'))
        .map(({ length }) => length);
    }),
  );
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

it('returns the shortest ring of three or more that a newcomer in any of the places and strata would close', () => {
  fc.assert(
    fc.property(worlds, places, places, (rows, from, to) => {
      const offers = graphOffers(rows);
      const strata = [...new Set(offers.map(({ stratum }) => stratum)), 'empty'];
      expect(shortestRingFor(graphOfOffers(offers), { from, to, strata })).toBe(
        expected(offers, from, to, strata),
      );
    }),
    runs(60),
  );
});
