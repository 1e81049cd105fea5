import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOffers, graphOfOffers } from '../testing/graph-offers.ts';
import { everyRing } from '../testing/oracle.ts';
import { runs, smallWorlds } from '../testing/worlds.ts';
import { type GraphOffer, RingGraph, waitingSince } from './ring-graph.ts';
import { compareMembers, type OfferRing, ringsFor } from './rings.ts';

const anyRows = smallWorlds({ offers: 22, places: 6, strata: 2, wishes: 3, severalRows: true });

/** Returns all rings through the offer, rotated to start with it; of rings of the same teachers only the best. */
function expected(offers: readonly GraphOffer[], offer: GraphOffer, shortest: number, longest: number) {
  const best = new Map<string, OfferRing>();
  for (const ring of everyRing(offers, longest) as GraphOffer[][]) {
    const at = ring.indexOf(offer);
    if (at < 0 || ring.length < shortest) continue;
    const rotated = [...ring.slice(at), ...ring.slice(0, at)];
    const key = JSON.stringify(rotated.map(({ teacher }) => teacher).sort());
    const other = best.get(key);
    if (other === undefined || compareRings(rotated, other) < 0) best.set(key, rotated);
  }
  return [...best.values()].sort(compareRings).slice(0, 10);
}

/** Compares by shortest, then longest waiting, then by teachers and ids in order. */
function compareRings(first: OfferRing, second: OfferRing): number {
  const waiting = (ring: OfferRing) => ring.reduce((sum, offer) => sum + waitingSince(offer), 0);
  return first.length - second.length || waiting(first) - waiting(second) || compareMembers(first, second);
}

describe('ringsFor', () => {
  it.each([
    [2, 10],
    [3, 10],
    [2, 4],
  ])('returns exactly the best ten of all rings of %i to %i', (shortest, longest) => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const offers = graphOffers(rows);
        const graph = graphOfOffers(offers);
        for (const offer of offers.slice(0, 6)) {
          const rings = ringsFor(graph, offer, { shortest, longest });
          expect(ids(rings)).toEqual(ids(expected(offers, offer, shortest, longest)));
        }
      }),
      runs(60),
    );
  });

  it('returns the same rings in whatever order offers were added and removed', () => {
    fc.assert(
      fc.property(anyRows, anyRows, (rows, gone) => {
        const offers = graphOffers(rows);
        const passing = graphOffers(gone).map((offer) => ({ ...offer, id: `x${offer.id}` }));
        const graph = graphOfOffers([...passing, ...offers.toReversed()]);
        for (const { id } of passing) graph.remove(id);
        expect(graph.size).toBe(offers.length);
        for (const offer of offers)
          expect(ids(ringsFor(graph, offer))).toEqual(ids(ringsFor(graphOfOffers(offers), offer)));
      }),
      runs(60),
    );
  });

  it('returns rings for an offer that is not in the graph yet', () => {
    const [mine, theirs] = graphOffers([
      { teacher: 'a', stratum: 's', from: 'x', to: ['y'] },
      { teacher: 'b', stratum: 's', from: 'y', to: ['x'] },
    ]);
    if (mine === undefined || theirs === undefined) throw new Error('two offers');
    expect(ids(ringsFor(graphOfOffers([theirs]), mine))).toEqual([['r000', 'r001']]);
    expect(ringsFor(graphOfOffers([]), mine)).toEqual([]);
  });

  it('puts those who waited longest first, and those without a date last', () => {
    const mine = { id: 'm', teacher: 'm', stratum: 's', from: 'x', to: ['y'], waitingSince: 5 };
    const others = graphOffers([
      { teacher: 'b', stratum: 's', from: 'y', to: ['x'] },
      { teacher: 'c', stratum: 's', from: 'y', to: ['x'], waitingSince: 9 },
      { teacher: 'd', stratum: 's', from: 'y', to: ['x'], waitingSince: 2 },
    ]);
    expect(ringsFor(graphOfOffers(others), mine).map((ring) => ring[1]?.teacher)).toEqual(['d', 'c', 'b']);
  });

  it('rejects lengths outside 2 to 10', () => {
    const mine = { id: 'm', teacher: 'm', stratum: 's', from: 'x', to: ['y'] };
    expect(() => ringsFor(new RingGraph(), mine, { longest: 11 })).toThrow(RangeError);
    expect(() => ringsFor(new RingGraph(), mine, { shortest: 1 })).toThrow(RangeError);
  });
});

function ids(rings: readonly OfferRing[]): string[][] {
  return rings.map((ring) => ring.map(({ id }) => id));
}
