import fc from 'fast-check';
import { expect, it } from 'vitest';
import { graphOffers, graphOfOffers } from '../testing/graph-offers.ts';
import { everyRing } from '../testing/oracle.ts';
import { runs, smallWorlds } from '../testing/worlds.ts';
import { type GraphOffer, RingGraph } from './ring-graph.ts';
import { distancesToHome } from './steps-home.ts';

const places = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
const worlds = smallWorlds({ offers: 14, places: 7, strata: 2, wishes: 2, severalRows: false });

/** Returns for each place the shortest ring if the teacher wanted only it, by exhaustive search without these teachers. */
function expected(offers: readonly GraphOffer[], mine: GraphOffer, without: ReadonlySet<string>) {
  const found = new Map<string, number>();
  for (const place of places) {
    const world = offers
      .filter(({ id, teacher }) => id !== mine.id && !without.has(teacher))
      .concat({ ...mine, to: [place] });
    const lengths = everyRing(world, 10)
      .filter((ring) => ring.some(({ teacher }) => teacher === mine.teacher))
      .map(({ length }) => length);
    if (lengths.length > 0) found.set(place, Math.min(...lengths) - 1);
  }
  return found;
}

it('returns for every place the shortest ring that a wish for it would close, as exhaustive search does', () => {
  let rings = 0;
  fc.assert(
    fc.property(worlds, fc.uniqueArray(fc.nat(13), { maxLength: 3 }), (rows, left) => {
      const offers = graphOffers(rows);
      const graph = graphOfOffers(offers);
      for (const mine of offers.slice(0, 4)) {
        const without = new Set(left.flatMap((index) => offers[index]?.teacher ?? []));
        without.delete(mine.teacher);
        const found = distancesToHome(graph, mine, without);
        expect(found).toEqual(expected(offers, mine, without));
        rings += found.size;
      }
    }),
    runs(80),
  );
  expect(rings).toBeGreaterThan(100);
});

it("returns nothing beyond the graph's longest ring or past a teacher who left", () => {
  const graph = new RingGraph(3);
  const chain = ['p1', 'p2', 'p3'].map((from, index) => ({
    id: from,
    teacher: from,
    stratum: 's',
    from,
    to: [`p${index}`],
  }));
  for (const offer of chain) graph.add(offer);
  const mine = { stratum: 's', from: 'p0', teacher: 'me' };
  expect(distancesToHome(graph, mine)).toEqual(
    new Map([
      ['p1', 1],
      ['p2', 2],
    ]),
  );
  expect(distancesToHome(graph, mine, new Set(['p2']))).toEqual(new Map([['p1', 1]]));
  graph.remove('p1');
  expect(distancesToHome(graph, mine)).toEqual(new Map());
  expect(distancesToHome(graph, { ...mine, stratum: 'other' })).toEqual(new Map());
});
