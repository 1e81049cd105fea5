import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gravityOffers } from '../../bench/gravity.ts';
import type { Offer } from '../offer.ts';
import { randomFrom } from '../random.ts';
import { boundOf } from '../testing/bound-of-offers.ts';
import { bestPackingByHighs } from '../testing/highs-models.ts';
import { everyRing, faultOf } from '../testing/oracle.ts';
import { runs, smallWorlds } from '../testing/worlds.ts';
import { planOf } from './plan.ts';
import { PlanCancelled } from './plan-options.ts';

const anyRows = smallWorlds({ offers: 30, places: 8, strata: 2, wishes: 3, severalRows: true });
const oneRowEach = smallWorlds({ offers: 26, places: 6, strata: 1, wishes: 2, severalRows: false });
const onePlaceEach = smallWorlds({ offers: 60, places: 6, strata: 2, wishes: 1, severalRows: false });

describe('planOf', () => {
  it('is empty without offers', () => {
    expect(planOf([], { maxRing: 10 })).toMatchObject({ offers: 0, moved: 0, bound: 0, share: 1, rings: [] });
  });

  it('lists a ring so that each teacher takes the next one’s place', () => {
    const offers = [
      { teacher: 'c', stratum: 's', from: 'z', to: ['x'] },
      { teacher: 'a', stratum: 's', from: 'x', to: ['y'] },
      { teacher: 'b', stratum: 's', from: 'y', to: ['z'] },
    ];
    const plan = planOf(offers, { maxRing: 3, survival: 0.5 });
    expect(plan.rings).toEqual([{ stratum: 's', teachers: ['a', 'b', 'c'] }]);
    expect(plan).toMatchObject({ moved: 3, expectedMoves: 3 / 8, ringsByLength: { 3: 1 }, share: 1 });
    expect(plan.perPlace.map(({ place, moved }) => [place, moved])).toEqual([
      ['x', 1],
      ['y', 1],
      ['z', 1],
    ]);
  });

  it('contains no ring longer than the cap', () => {
    const offers = ['a', 'b', 'c', 'd'].map((teacher, index) => ({
      teacher,
      stratum: 's',
      from: `p${index}`,
      to: [`p${(index + 1) % 4}`],
    }));
    expect(planOf(offers, { maxRing: 3 })).toMatchObject({ moved: 0, bound: 4 });
    expect(planOf(offers, { maxRing: 4 }).moved).toBe(4);
  });

  it('contains only valid rings within the cap, no teacher twice, at least as many moves as pairs alone, at most the bound', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 2, max: 10 }), (offers, maxRing) => {
        const plan = planOf(offers, { maxRing });
        expect(faultOf(offers, plan.rings, maxRing)).toBeUndefined();
        expect(plan.moved).toBe(plan.rings.reduce((sum, { teachers }) => sum + teachers.length, 0));
        expect(plan.moved).toBeGreaterThanOrEqual(plan.pairsOnly);
        expect(plan.moved).toBeLessThanOrEqual(plan.cappedBound);
        expect(plan.cappedBound).toBeLessThanOrEqual(boundOf(offers).moved);
      }),
      runs(200),
    );
  });

  it('is the same for the same rows in any order', () => {
    fc.assert(
      fc.property(anyRows, fc.integer(), (offers, seed) => {
        const shuffled = shuffle(offers, seed);
        expect(planOf(shuffled, { maxRing: 5 })).toEqual(planOf(offers, { maxRing: 5 }));
      }),
      runs(100),
    );
    const offers = [...gravityOffers({ offers: 2000, seed: 5, anyBlockShare: 0.2, secondRowShare: 0.2 })];
    expect(planOf(shuffle(offers, 1), { maxRing: 10 })).toEqual(planOf(offers, { maxRing: 10 }));
  });

  it('is optimal for pairs if every wish names one place', () => {
    fc.assert(
      fc.property(onePlaceEach, (offers) => {
        const best = bestPackingByHighs(everyRing(offers, 2), ({ length }) => length);
        expect(planOf(offers, { maxRing: 2 })).toMatchObject({ moved: best, pairsOnly: best });
      }),
      runs(60),
    );
  });

  it.each([3, 4, 6])('moves nearly as many as an optimal packing of all rings of at most %i', (maxRing) => {
    let [moved, best] = [0, 0];
    fc.assert(
      fc.property(oneRowEach, (offers) => {
        const optimum = bestPackingByHighs(everyRing(offers, maxRing), ({ length }) => length);
        const plan = planOf(offers, { maxRing });
        expect(plan.moved).toBeLessThanOrEqual(optimum);
        expect(optimum).toBeLessThanOrEqual(plan.cappedBound);
        moved += plan.moved;
        best += optimum;
      }),
      runs(40),
    );
    expect(moved / best).toBeGreaterThan(0.95);
  });

  it('maximises expected moves if members may drop out', () => {
    const offers = [...gravityOffers({ offers: 6000, seed: 6 })];
    const sure = planOf(offers, { maxRing: 10 });
    const unsure = planOf(offers, { maxRing: 10, survival: 0.7 });
    const expected = (rings: typeof sure.rings) =>
      rings.reduce((sum, { teachers: { length } }) => sum + length * 0.7 ** length, 0);
    expect(unsure.expectedMoves).toBeCloseTo(expected(unsure.rings), 6);
    expect(unsure.expectedMoves).toBeGreaterThan(expected(sure.rings));
    expect(unsure.moved).toBeLessThanOrEqual(sure.moved);
  });

  it('reports its progress and can be cancelled', () => {
    const offers = [...gravityOffers({ offers: 2000, seed: 7 })];
    const stages = new Set<string>();
    planOf(offers, { maxRing: 3, onProgress: ({ stage }) => stages.add(stage).size > 0 });
    expect([...stages]).toEqual(['bound', 'rings', 'exchange']);
    expect(() => planOf(offers, { maxRing: 3, onProgress: () => false })).toThrow(PlanCancelled);
    expect(() => planOf(offers, { maxRing: 3, signal: AbortSignal.abort() })).toThrow(PlanCancelled);
  });

  it.each([1, 11, 2.5, Number.NaN])('rejects a longest ring of %d', (maxRing) => {
    expect(() => planOf([], { maxRing })).toThrow(RangeError);
  });

  it.each([0, -1, 1.1, Number.NaN])('rejects a survival probability of %d', (survival) => {
    expect(() => planOf([], { maxRing: 3, survival })).toThrow(RangeError);
  });
});

function shuffle(offers: readonly Offer[], seed: number): Offer[] {
  const random = randomFrom(seed);
  return offers
    .map((offer) => ({ offer, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ offer }) => offer);
}
