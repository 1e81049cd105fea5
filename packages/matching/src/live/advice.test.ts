import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOffers, graphOfOffers } from '../testing/graph-offers.ts';
import { canTake, everyRing } from '../testing/oracle.ts';
import { runs, smallWorlds } from '../testing/worlds.ts';
import { MOST_RINGS_COUNTED, oneMoreWish, onePersonMissing, type PossibleWish } from './advice.ts';
import type { GraphOffer, RingGraph } from './ring-graph.ts';
import { ringsFor } from './rings.ts';
import { shortestRing, shortestRingAcross } from './shortest-ring.ts';

const oneRowEach = smallWorlds({ offers: 18, places: 6, strata: 1, wishes: 2, severalRows: false });
const wishes = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'].map((place) => ({ key: place, to: [place] }));

/** Returns the sets of teachers in rings through the offer if it accepts only these places, by length. */
function ringsThrough(offers: readonly GraphOffer[], offer: GraphOffer, to: readonly string[]): string[][] {
  const world = [...offers.filter(({ id }) => id !== offer.id), { ...offer, to }];
  const rings = everyRing(world, 10).filter((ring) => ring.some(({ teacher }) => teacher === offer.teacher));
  const sets = new Set(rings.map((ring) => JSON.stringify(ring.map(({ teacher }) => teacher).sort())));
  return Array.from(sets, (set) => JSON.parse(set));
}

function expectedAdvice(offers: readonly GraphOffer[], offer: GraphOffer, { key, to }: PossibleWish) {
  const rings = offer.to.includes(key) ? [] : ringsThrough(offers, offer, to);
  if (rings.length === 0) return undefined;
  const pairs = rings.filter(({ length }) => length === 2).length;
  const longer = Math.min(rings.length - pairs, MOST_RINGS_COUNTED);
  return { key, pairs, rings: longer, shortest: Math.min(...rings.map(({ length }) => length)) };
}

describe('oneMoreWish', () => {
  it('counts the pairs and rings that every wish would add', () => {
    fc.assert(
      fc.property(oneRowEach, (rows) => {
        const offers = graphOffers(rows);
        const graph = graphOfOffers(offers);
        for (const offer of offers.slice(0, 3)) {
          const advice = new Map(oneMoreWish(graph, offer, wishes).map((wish) => [wish.key, wish]));
          for (const wish of wishes)
            expect(advice.get(wish.key)).toEqual(expectedAdvice(offers, offer, wish));
        }
      }),
      runs(60),
    );
  });

  it('counts any block of a district as one wish', () => {
    const [mine, ...others] = graphOffers([
      { teacher: 'm', stratum: 's', from: 'x', to: ['far'] },
      { teacher: 'a', stratum: 's', from: 'y1', to: ['x'] },
      { teacher: 'b', stratum: 's', from: 'y2', to: ['x'] },
    ]);
    if (mine === undefined) throw new Error('an offer');
    const advice = oneMoreWish(graphOfOffers([mine, ...others]), mine, [{ key: 'y', to: ['y1', 'y2'] }]);
    expect(advice).toEqual([{ key: 'y', pairs: 2, rings: 0, shortest: 2 }]);
  });
});

describe('onePersonMissing', () => {
  it('returns teachers who close the chain to a ring, and lists the chain in order', () => {
    fc.assert(
      fc.property(oneRowEach, (rows) => {
        const offers = graphOffers(rows);
        const graph = graphOfOffers(offers);
        for (const offer of offers.slice(0, 4)) {
          for (const { from, to, length, before, after } of onePersonMissing(graph, offer)) {
            const missing = { id: 'new', teacher: 'new', stratum: offer.stratum, from, to: [to] };
            const ring = [...before, missing, ...after];
            expect(ring).toHaveLength(length);
            expect(ring[0]).toBe(offer);
            expect(ring.every((one, index) => canTake(one, ring[(index + 1) % length] ?? one))).toBe(true);
            expect(new Set(ring.map(({ from: place }) => place)).size).toBe(length);
          }
        }
      }),
      runs(100),
    );
  });

  it('prefers the place that many teachers leave', () => {
    const offers = graphOffers([
      { teacher: 'm', stratum: 's', from: 'x', to: ['y', 'z'] },
      { teacher: 'a', stratum: 's', from: 'z', to: ['q'] },
      { teacher: 'b', stratum: 's', from: 'z', to: ['q'] },
      { teacher: 'c', stratum: 's', from: 'y', to: ['q'] },
      { teacher: 'd', stratum: 's', from: 'q', to: ['x'] },
    ]);
    const [mine] = offers;
    if (mine === undefined) throw new Error('an offer');
    const closed = graphOfOffers(offers);
    expect(onePersonMissing(closed, mine)[0]).toMatchObject({ from: 'z', to: 'x', length: 2 });
  });
});

describe('the first two teachers who want an unwanted place', () => {
  it('are advised of the missing teacher who would close their ring', () => {
    const offers = graphOffers([
      { teacher: 'm', stratum: 's', from: 'x', to: ['y'] },
      { teacher: 'a', stratum: 's', from: 'y', to: ['z'] },
    ]);
    const [mine] = offers;
    if (mine === undefined) throw new Error('an offer');
    const found = onePersonMissing(graphOfOffers(offers), mine).map(({ from, to, length }) => ({
      from,
      to,
      length,
    }));
    expect(found).toContainEqual({ from: 'z', to: 'x', length: 3 });
    expect(found).toContainEqual({ from: 'y', to: 'x', length: 2 });
  });
});

describe('a graph without the offers of some teachers', () => {
  it('answers as if they were never added, and is unchanged afterwards', () => {
    const world = smallWorlds({ offers: 14, places: 6, strata: 2, wishes: 2, severalRows: true });
    fc.assert(
      fc.property(world, fc.nat(), (rows, pick) => {
        const offers = graphOffers(rows);
        const [whole, graph] = [graphOfOffers(offers), graphOfOffers(offers)];
        const left = new Set([offers[pick % offers.length]?.teacher ?? '']);
        const rest = graphOfOffers(offers.filter(({ teacher }) => !left.has(teacher)));
        const strata = [...new Set(offers.map(({ stratum }) => stratum))];
        for (const offer of offers.filter(({ teacher }) => !left.has(teacher))) {
          const advice = (asked: RingGraph) => [
            oneMoreWish(asked, offer, wishes),
            onePersonMissing(asked, offer).length,
            shortestRing(asked, offer),
            shortestRingAcross(asked, offer, strata),
          ];
          expect(graph.without(graph.idsOf(left), advice)).toEqual(advice(rest));
          expect(advice(graph)).toEqual(advice(whole));
          expect(ringsFor(graph, offer)).toEqual(ringsFor(whole, offer));
        }
      }),
      runs(60),
    );
  });

  it('is unchanged after the callback throws', () => {
    const offers = graphOffers([
      { teacher: 'm', stratum: 's', from: 'x', to: ['y'] },
      { teacher: 'a', stratum: 's', from: 'y', to: ['x'] },
    ]);
    const [mine] = offers;
    if (mine === undefined) throw new Error('an offer');
    const graph = graphOfOffers(offers);
    const fail = () => {
      throw new Error('a question');
    };
    expect(() => graph.without(graph.idsOf(new Set(['a'])), fail)).toThrow('a question');
    expect(shortestRing(graph, mine)).toBe(2);
  });
});

describe('the shortest ring', () => {
  it('is found within a stratum, and across strata as if they were one', () => {
    const offers = graphOffers([
      { teacher: 'm', stratum: 's', from: 'x', to: ['y', 'z'] },
      { teacher: 'a', stratum: 's', from: 'y', to: ['q'] },
      { teacher: 'b', stratum: 's', from: 'q', to: ['x'] },
      { teacher: 'c', stratum: 't', from: 'y', to: ['x'] },
    ]);
    const [mine] = offers;
    if (mine === undefined) throw new Error('an offer');
    const graph = graphOfOffers(offers);
    expect(shortestRing(graph, mine)).toBe(3);
    expect(shortestRingAcross(graph, mine, ['s'])).toBe(3);
    expect(shortestRingAcross(graph, mine, ['s', 't', 'none'])).toBe(2);
    graph.remove('r001');
    expect(shortestRing(graph, mine)).toBeUndefined();
    expect(shortestRingAcross(graph, mine, ['s'])).toBeUndefined();
    expect(ringsFor(graph, mine)).toEqual([]);
  });

  it('across strata equals exhaustive search', () => {
    const world = smallWorlds({ offers: 14, places: 6, strata: 3, wishes: 2, severalRows: false });
    fc.assert(
      fc.property(world, (rows) => {
        const offers = graphOffers(rows);
        const graph = graphOfOffers(offers);
        const strata = [...new Set(offers.map(({ stratum }) => stratum))];
        const asOne = offers.map((offer) => ({ ...offer, stratum: 'one' }));
        const rings = everyRing(asOne, 10);
        for (const offer of offers) {
          const lengths = rings
            .filter((ring) => ring.some(({ teacher }) => teacher === offer.teacher))
            .map(({ length }) => length);
          const shortest = lengths.length === 0 ? undefined : Math.min(...lengths);
          expect(shortestRingAcross(graph, offer, strata)).toBe(shortest);
        }
      }),
      runs(200),
    );
  });
});
