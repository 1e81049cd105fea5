import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gravityOffers } from '../../bench/gravity.ts';
import type { Offer } from '../offer.ts';
import { bestPackingByHighs } from '../testing/highs-models.ts';
import { everyRing, faultOf } from '../testing/oracle.ts';
import { runs, smallWorlds } from '../testing/worlds.ts';
import { planOf } from './plan.ts';

const oneRowEach = smallWorlds({ offers: 26, places: 6, strata: 1, wishes: 2, severalRows: false });
/** Weight of a move above any sum of ranks or weights in a small world, so that moves come first. */
const MOVE = 1_000;

function offer(teacher: string, from: string, to: string | string[], more: Partial<Offer> = {}): Offer {
  return { teacher, from, to: [to].flat(), stratum: 's', ...more };
}

describe('rings of the previous plan', () => {
  it('stay with the same teachers if they are possible and leaving them gains nothing', () => {
    const offers = [offer('a', 'x', 'y'), offer('b', 'y', 'x'), offer('c', 'x', 'y'), offer('d', 'y', 'x')];
    const previous = [
      { stratum: 's', teachers: ['a', 'd'] },
      { stratum: 's', teachers: ['b', 'gone'] },
    ];
    const plan = planOf(offers, { maxRing: 4, previous });
    expect(plan.rings.map(({ teachers }) => teachers)).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ]);
    expect(plan.previous).toEqual({ possible: 1, kept: 1 });
  });

  it('are left only if that gains more than leaveFor', () => {
    // The pair of a and b blocks a ring of four.
    const offers = [
      offer('a', 'w', ['x', 'y']),
      offer('b', 'x', ['w', 'y']),
      offer('c', 'y', 'z'),
      offer('d', 'z', 'w'),
    ].map((one) => (one.teacher === 'a' ? { ...one, to: ['x'] } : one));
    const previous = [{ stratum: 's', teachers: ['a', 'b'] }];
    expect(planOf(offers, { maxRing: 4, previous })).toMatchObject({ moved: 4, previous: { kept: 0 } });
    const loyal = planOf(offers, { maxRing: 4, previous, leaveFor: 3 });
    expect(loyal).toMatchObject({ moved: 2, previous: { possible: 1, kept: 1 }, cappedBound: 4 });
  });

  it.each([11, 12])(
    'stay in at least 80 % of the possible cases, at a cost of at most 2 % of the moves, if 1 % of the offers are new: world %i',
    (seed) => {
      const drawn = Array.from(gravityOffers({ offers: 1_515, seed }), (one) => ({ ...one, stratum: 's' }));
      const yesterday = drawn.slice(0, 1_500);
      const today = drawn.filter((_, index) => index % 101 !== 0);
      const before = planOf(yesterday, { maxRing: 10 });
      const fresh = planOf(today, { maxRing: 10 });
      const stable = planOf(today, { maxRing: 10, previous: before.rings });
      expect(faultOf(today, stable.rings, 10)).toBeUndefined();
      expect(stable.previous.possible).toBeGreaterThan(0.8 * before.rings.length);
      expect(stable.previous.kept).toBeGreaterThanOrEqual(0.8 * stable.previous.possible);
      expect(stable.moved).toBeGreaterThanOrEqual(0.98 * fresh.moved);
      const stays = new Set(stable.rings.map(({ teachers }) => teachers.join()));
      expect(before.rings.filter(({ teachers }) => stays.has(teachers.join())).length).toBe(
        stable.previous.kept,
      );
    },
  );

  it('give valid plans within the bounds, in any small world', () => {
    fc.assert(
      fc.property(oneRowEach, fc.integer({ min: 2, max: 6 }), (offers, maxRing) => {
        const previous = planOf(offers.slice(0, 20), { maxRing: 4 }).rings;
        for (const deep of [undefined, {}]) {
          const plan = planOf(offers, { maxRing, previous, deep });
          expect(faultOf(offers, plan.rings, maxRing)).toBeUndefined();
          expect(plan.objective).toBeLessThanOrEqual(plan.objectiveBound);
          expect(planOf(offers.toReversed(), { maxRing, previous, deep })).toEqual(plan);
        }
      }),
      runs(40),
    );
  });
});

describe('fixed rings', () => {
  it('are in the plan and its figures, and their teachers are in no other ring', () => {
    const offers = [
      offer('a', 'x', 'y'),
      offer('b', 'y', ['x', 'z']),
      offer('c', 'z', 'x'),
      offer('d', 'y', 'x'),
      offer('a', 'x', 'v', { stratum: 'other' }),
      offer('e', 'v', 'x', { stratum: 'other' }),
    ];
    const fixed = [
      { stratum: 's', teachers: ['a', 'b'] },
      { stratum: 's', teachers: ['c', 'd'] },
    ];
    const plan = planOf(offers, { maxRing: 10, fixed, survival: 0.5 });
    expect(plan.rings).toEqual([{ stratum: 's', teachers: ['a', 'b'] }]);
    expect(plan).toMatchObject({ moved: 2, bound: 2, cappedBound: 2, expectedMoves: 0.5, objective: 0.5 });
    expect(plan.perPlace.find(({ place }) => place === 'x')?.moved).toBe(1);
    expect(planOf(offers, { maxRing: 10 }).moved).toBe(3);
  });
});

describe('between plans of equal moves', () => {
  it('the best-ranked wishes are chosen', () => {
    const ranked = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 20, maxLength: 20 });
    const worlds = smallWorlds({ offers: 20, places: 6, strata: 1, wishes: 1, severalRows: true });
    fc.assert(
      fc.property(worlds, ranked, (drawn, ranks) => {
        const postings = new Map<string, string>();
        const offers = drawn.map((one, index) => {
          postings.set(one.teacher, postings.get(one.teacher) ?? one.from);
          return { ...one, from: postings.get(one.teacher) ?? '', rank: ranks[index] ?? 1 };
        });
        const best = bestPackingByHighs(everyRing(offers, 5), (ring) =>
          ring.reduce((sum, { rank = 1 }) => sum + MOVE - rank, 0),
        );
        const plan = planOf(offers, { maxRing: 5, deep: {} });
        expect(faultOf(offers, plan.rings, 5)).toBeUndefined();
        const taken = plan.rings.reduce((sum, { teachers }) => sum + ranksTaken(offers, teachers), 0);
        expect(MOVE * plan.moved - taken).toBe(best);
      }),
      runs(60),
    );
  });

  it('published weights decide', () => {
    const weights = fc.array(fc.constantFrom(1, 2, 5, 9), { minLength: 26, maxLength: 26 });
    fc.assert(
      fc.property(oneRowEach, weights, (drawn, drawnWeights) => {
        const offers = drawn.map((one, index) => ({ ...one, weight: drawnWeights[index] ?? 1 }));
        const weightOf = new Map(offers.map(({ teacher, weight }) => [teacher, weight]));
        const best = bestPackingByHighs(everyRing(offers, 5), (ring) =>
          ring.reduce((sum, { weight = 1 }) => sum + MOVE + weight, 0),
        );
        const plan = planOf(offers, { maxRing: 5, weights: 'ties', deep: {} });
        const moved = plan.rings.flatMap(({ teachers }) => teachers);
        const weight = moved.reduce((sum, teacher) => sum + (weightOf.get(teacher) ?? 0), 0);
        expect(plan.objective).toBe(plan.moved);
        expect(MOVE * plan.moved + weight).toBe(best);
      }),
      runs(60),
    );
  });

  it('weights cost no move in a large stratum and move more teachers of large weight', () => {
    const plain = Array.from(gravityOffers({ offers: 2_500, seed: 3 }), (one) => ({ ...one, stratum: 's' }));
    const offers = plain.map((one, index) => ({ ...one, weight: index % 4 === 0 ? 5 : 1 }));
    const heavy = new Set(offers.filter(({ weight }) => weight === 5).map(({ teacher }) => teacher));
    const heavyMoved = (plan: ReturnType<typeof planOf>) =>
      plan.rings.flatMap(({ teachers }) => teachers).filter((teacher) => heavy.has(teacher)).length;
    const before = planOf(plain, { maxRing: 10, effort: 0.5 });
    const after = planOf(offers, { maxRing: 10, effort: 0.5, weights: 'ties' });
    expect(after.moved).toBeGreaterThanOrEqual(before.moved);
    expect(heavyMoved(after)).toBeGreaterThan(heavyMoved(before));
  });
});

/** Returns the sum of the ranks of the wishes that a ring fulfils, with the best rank if a teacher names a place twice. */
function ranksTaken(offers: readonly Offer[], teachers: readonly string[]): number {
  return teachers.reduce((sum, teacher, index) => {
    const next = teachers[(index + 1) % teachers.length];
    const place = offers.find((one) => one.teacher === next)?.from ?? '';
    const own = offers.filter((one) => one.teacher === teacher && one.to.includes(place));
    return sum + Math.min(...own.map(({ rank = 1 }) => rank));
  }, 0);
}
