import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { gravityOffers } from '../../../bench/gravity.ts';
import { peerOffers } from '../../../bench/peer-worlds.ts';
import type { Offer } from '../../offer.ts';
import { bestPackingByHighs } from '../../testing/highs-models.ts';
import { everyRing, faultOf } from '../../testing/oracle.ts';
import { runs, smallWorlds } from '../../testing/worlds.ts';
import { planOf } from '../plan.ts';

const anyRows = smallWorlds({ offers: 24, places: 7, strata: 2, wishes: 3, severalRows: true });
const oneRowEach = smallWorlds({ offers: 26, places: 6, strata: 1, wishes: 2, severalRows: false });
/** One stratum of this many teachers, for which the fast plan is not optimal. */
const oneStratum = (offers: number) =>
  Array.from(gravityOffers({ offers, seed: 3 }), (offer) => ({ ...offer, stratum: 's' }));
/** One stratum in which wishes are drawn evenly from this many places. */
const evenly = (teachers: number, places: number, wishes: number) =>
  peerOffers({ teachers, places: Array.from({ length: places }, (_, place) => `p${place}`), wishes }, 1);

describe('the deep plan', () => {
  it.each([3, 4, 6, 10])('is an optimal packing of all rings of at most %i, with gap 0', (maxRing) => {
    fc.assert(
      fc.property(oneRowEach, (offers) => {
        const best = bestPackingByHighs(everyRing(offers, Math.min(maxRing, 6)), ({ length }) => length);
        const plan = planOf(offers, { maxRing, deep: {} });
        expect(faultOf(offers, plan.rings, maxRing)).toBeUndefined();
        expect(plan).toMatchObject({ moved: best, objective: best, cappedBound: best, gap: 0 });
      }),
      runs(30),
    );
  });

  it.each([3, 4, 5])(
    'is an optimal packing of all rings of at most %i in small worlds without asking for it',
    (maxRing) => {
      const sparse = smallWorlds({ offers: 30, places: 14, strata: 2, wishes: 3, severalRows: false });
      fc.assert(
        fc.property(sparse, (offers) => {
          const best = bestPackingByHighs(everyRing(offers, maxRing), ({ length }) => length);
          const plan = planOf(offers, { maxRing });
          expect(faultOf(offers, plan.rings, maxRing)).toBeUndefined();
          expect(plan).toMatchObject({ moved: best, cappedBound: best, gap: 0 });
        }),
        runs(40),
      );
    },
  );

  it('is the usual plan of a sparse world that it solves within the work of that', () => {
    const offers = evenly(900, 500, 1);
    const usual = planOf(offers, { maxRing: 10 });
    expect(faultOf(offers, usual.rings, 10)).toBeUndefined();
    expect(usual.gap).toBe(0);
    expect(usual.moved).toBe(planOf(offers, { maxRing: 10, deep: {} }).moved);
  });

  it('maximises expected moves if members may drop out', () => {
    fc.assert(
      fc.property(oneRowEach, fc.constantFrom(0.5, 0.8, 0.95), (offers, survival) => {
        const best = bestPackingByHighs(everyRing(offers, 5), ({ length }) => length * survival ** length);
        const plan = planOf(offers, { maxRing: 5, survival, deep: {} });
        expect(plan.objective).toBeCloseTo(best, 5);
        expect(plan.expectedMoves).toBeCloseTo(plan.objective, 9);
        expect(plan.objectiveBound).toBeGreaterThan(best - 1e-5);
      }),
      runs(30),
    );
  });

  it('maximises total weight, and bounds it if probabilities differ', () => {
    const draw = fc.array(fc.constantFrom(1, 2, 5), { minLength: 26, maxLength: 26 });
    fc.assert(
      fc.property(oneRowEach, draw, (drawn, weights) => {
        const weighted = drawn.map((offer, index) => ({ ...offer, weight: weights[index] ?? 1 }));
        const plan = planOf(weighted, { maxRing: 5, deep: {} });
        expect(faultOf(weighted, plan.rings, 5)).toBeUndefined();
        expect(plan.objective).toBeCloseTo(bestPackingByHighs(everyRing(weighted, 5), objectiveOf), 5);
        expect(plan.gap).toBeLessThan(1e-6);

        const unsure = weighted.map((offer, index) => ({
          ...offer,
          probability: index % 2 === 0 ? 0.9 : 0.6,
        }));
        const best = bestPackingByHighs(everyRing(unsure, 5), objectiveOf);
        const risky = planOf(unsure, { maxRing: 5, deep: {} });
        expect(risky.objective).toBeLessThan(best + 1e-5);
        expect(risky.objectiveBound).toBeGreaterThan(best - 1e-5);
        expect(risky.objective).toBeGreaterThanOrEqual(0.9 * best);
      }),
      runs(40),
    );
  });

  it('bounds every plan if teachers have rows in several strata or places', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 3, max: 5 }), (offers, maxRing) => {
        const best = bestPackingByHighs(everyRing(offers, maxRing), ({ length }) => length);
        const plan = planOf(offers, { maxRing, deep: {} });
        expect(faultOf(offers, plan.rings, maxRing)).toBeUndefined();
        expect(plan.moved).toBeLessThanOrEqual(best);
        expect(plan.cappedBound).toBeGreaterThanOrEqual(best);
      }),
      runs(60),
    );
  });

  it('is optimal and deterministic on a stratum that the fast plan does not solve', () => {
    const offers = oneStratum(1_100);
    const options = { maxRing: 10, deep: {} };
    const plan = planOf(offers, options);
    expect(faultOf(offers, plan.rings, 10)).toBeUndefined();
    expect(plan.gap).toBe(0);
    expect(plan.moved).toBe(plan.cappedBound);
    expect(planOf(offers.toReversed(), options)).toEqual(plan);
  });

  it('returns the best plan so far when its time is over', () => {
    const offers = oneStratum(1_600);
    const fast = planOf(offers, { maxRing: 10, effort: 0 });
    expect(planOf(offers, { maxRing: 10, effort: 0, deep: { isOver: () => true } })).toEqual(fast);
    let steps = 0;
    const short = planOf(offers, { maxRing: 10, effort: 0, deep: { isOver: () => ++steps > 5 } });
    expect(faultOf(offers, short.rings, 10)).toBeUndefined();
    expect(short.moved).toBeGreaterThanOrEqual(fast.moved);
    expect(short.gap).toBeLessThanOrEqual(fast.gap);
  });

  it.each([1, 40, 200, 1_000])('ends soon after its time is over, whatever it does then (%i)', (calls) => {
    const offers = evenly(500, 400, 3);
    let asked = 0;
    const plan = planOf(offers, { maxRing: 10, deep: { isOver: () => ++asked > calls } });
    expect(faultOf(offers, plan.rings, 10)).toBeUndefined();
    expect(asked - calls).toBeLessThan(40);
  });

  it('counts its seconds from the first rings on, also before the deep search', () => {
    const offers = oneStratum(1_100);
    const first = planOf(offers, { maxRing: 10, effort: 0 });
    const now = vi.spyOn(performance, 'now');
    let seconds = 0;
    now.mockImplementation(() => 1_000 * seconds++);
    const late = planOf(offers, { maxRing: 10, deep: { seconds: 1 } });
    now.mockRestore();
    expect(faultOf(offers, late.rings, 10)).toBeUndefined();
    expect(late.gap).toBeGreaterThan(0);
    expect(late.moved).toBeGreaterThanOrEqual(first.moved);
  });
});

/** Returns Σ weights × Π probabilities. */
function objectiveOf(ring: readonly Offer[]): number {
  const weight = ring.reduce((sum, offer) => sum + (offer.weight ?? 1), 0);
  return ring.reduce((product, offer) => product * (offer.probability ?? 1), weight);
}
