import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gravityOffers } from '../../../bench/gravity.ts';
import { boundOf } from '../../testing/bound-of-offers.ts';
import { boundByHighs } from '../../testing/highs-models.ts';
import { runs, smallWorlds } from '../../testing/worlds.ts';
import { pricesOf } from '../packing/ring-search.ts';
import { tableOf } from '../strata/offer-table.ts';
import { worldOf } from '../strata/stratum-graph.ts';
import { boundOfWorld } from './bound.ts';

describe('boundOf', () => {
  it('is 0 without offers', () => {
    expect(boundOf([])).toEqual({ moved: 0, isExact: true });
  });

  it('moves both teachers of a pair and no other', () => {
    const offers = [
      { teacher: 'a', stratum: 's', from: 'x', to: ['y'] },
      { teacher: 'b', stratum: 's', from: 'y', to: ['x'] },
      { teacher: 'c', stratum: 's', from: 'y', to: ['z'] },
    ];
    expect(boundOf(offers).moved).toBe(2);
  });

  it('does not move a teacher who accepts their own place', () => {
    expect(boundOf([{ teacher: 'a', stratum: 's', from: 'x', to: ['x', 'y'] }]).moved).toBe(0);
  });

  it.each([
    { name: 'one place a wish', anyBlockShare: 0, secondRowShare: 0 },
    { name: 'any block and several rows', anyBlockShare: 0.3, secondRowShare: 0.3 },
  ])('equals the linear program on medium-sized worlds: $name', ({ anyBlockShare, secondRowShare }) => {
    for (const seed of [1, 2, 3]) {
      const drawn = gravityOffers({ offers: 3000, seed, anyBlockShare, secondRowShare });
      const offers = Array.from(drawn, (offer) => ({
        ...offer,
        stratum: offer.stratum < 's01' ? 'large' : 'rest',
      }));
      expect(boundOf(offers)).toEqual({ moved: boundByHighs(offers, false), isExact: true });
    }
  });

  it('equals the integer program on small worlds with several rows per teacher', () => {
    const worlds = smallWorlds({ offers: 24, places: 6, strata: 2, wishes: 3, severalRows: true });
    fc.assert(
      fc.property(worlds, (offers) => {
        expect(boundOf(offers)).toEqual({ moved: boundByHighs(offers, true), isExact: true });
      }),
      runs(150),
    );
  });

  it('gives potentials and a flow that satisfy complementary slackness on every arc', () => {
    const world = worldOf(tableOf(gravityOffers({ offers: 4000, seed: 4, anyBlockShare: 0.2 })));
    const { strata } = boundOfWorld(world);
    world.strata.forEach((graph, index) => {
      const circulation = strata[index];
      if (circulation === undefined) throw new Error('a stratum without circulation');
      const { reducedCost } = pricesOf(graph, circulation.potential);
      const faults = graph.capacity.filter((capacity, arc) => {
        const loses = reducedCost[arc];
        const flow = circulation.flow[arc];
        return flow < 0 || flow > capacity || (loses > 0 && flow > 0) || (loses < 0 && flow < capacity);
      });
      expect(faults).toHaveLength(0);
    });
  });
});
