import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gravityOffers } from '../../bench/gravity.ts';
import type { Offer } from '../offer.ts';
import { boundOf } from '../testing/bound-of-offers.ts';
import { bestPackingByHighs } from '../testing/highs-models.ts';
import { everyRing, faultOf } from '../testing/oracle.ts';
import { runs, smallWorlds } from '../testing/worlds.ts';
import { planOf } from './plan.ts';

const anyRows = smallWorlds({ offers: 24, places: 6, strata: 2, wishes: 3, severalRows: true });

function offer(teacher: string, from: string, to: string, stratum = 's'): Offer {
  return { teacher, from, to: [to], stratum };
}

/** Regression tests: instances that earlier versions solved wrongly. */
describe('a plan', () => {
  it('distinguishes the arcs of a stratum with more than a hundred thousand places', () => {
    const offers = Array.from({ length: 40_000 }, (_, ring) =>
      [0, 1, 2].map((step) => offer(`t${ring} ${step}`, `p${ring} ${step}`, `p${ring} ${(step + 1) % 3}`)),
    ).flat();
    // 120,000 places squared times as many rows exceed 2⁵³.
    expect(boundOf(offers)).toEqual({ moved: 120_000, isExact: true });
  });

  it('keeps its capped bound when one teacher has rows in two strata', () => {
    const offers = Array.from(gravityOffers({ offers: 3_000, seed: 2 }), (drawn, index) => ({
      ...drawn,
      stratum: `s${index % 2}`,
    }));
    const before = planOf(offers, { maxRing: 4 });
    expect(before.cappedBound).toBeLessThan(before.bound);
    const [first] = offers;
    if (first === undefined) throw new Error('no offers');
    const after = planOf([...offers, { ...first, stratum: 's1' }], { maxRing: 4 });
    expect(after.cappedBound).toBeLessThanOrEqual(before.cappedBound + 4);
  });

  it('is exact for pairs when a teacher has rows in two strata', () => {
    // The longest rings of stratum s need the teacher there; the pair is in the other stratum.
    const offers = [
      offer('a', 'x', 'y'),
      offer('b', 'y', 'z'),
      offer('c', 'z', 'x'),
      offer('a', 'x', 'y', 'other'),
      offer('d', 'y', 'x', 'other'),
    ];
    expect(planOf(offers, { maxRing: 2 })).toMatchObject({ moved: 2, pairsOnly: 2, gap: 0 });
  });

  it('is optimal for pairs with any wishes and rows', () => {
    fc.assert(
      fc.property(anyRows, (offers) => {
        const best = bestPackingByHighs(everyRing(offers, 2), ({ length }) => length);
        const plan = planOf(offers, { maxRing: 2 });
        expect(faultOf(offers, plan.rings, 2)).toBeUndefined();
        expect(plan).toMatchObject({ moved: best, pairsOnly: best, cappedBound: best });
        expect(planOf(offers, { maxRing: 4 }).moved).toBeGreaterThanOrEqual(best);
      }),
      runs(150),
    );
  });

  it('never moves fewer teachers when longer rings are allowed', () => {
    const oneRowEach = smallWorlds({ offers: 40, places: 9, strata: 2, wishes: 2, severalRows: false });
    fc.assert(
      fc.property(oneRowEach, (offers) => {
        const moved = [2, 3, 4, 5, 6, 8, 10].map((maxRing) => planOf(offers, { maxRing }).moved);
        expect(moved).toEqual(moved.toSorted((a, b) => a - b));
      }),
      runs(100),
    );
  });
});
