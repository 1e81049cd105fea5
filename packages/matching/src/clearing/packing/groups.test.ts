import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gravityOffers } from '../../../bench/gravity.ts';
import type { Offer } from '../../offer.ts';
import { faultOf } from '../../testing/oracle.ts';
import { runs, smallWorlds } from '../../testing/worlds.ts';
import { type Plan, planOf } from '../plan.ts';

function offer(teacher: string, from: string, to: string, stratum: string, group?: string): Offer {
  return { teacher, from, to: [to], stratum, ...(group === undefined ? {} : { group }) };
}

function movedOf({ rings }: Plan): Set<string> {
  return new Set(rings.flatMap(({ teachers }) => teachers));
}

/** Returns for each group how many of its teachers move, and how many it has. */
function groupsOf(offers: readonly Offer[], plan: Plan): { moved: number; all: number }[] {
  const moved = movedOf(plan);
  const grouped = offers.filter(({ group }) => group !== undefined);
  return Array.from(Map.groupBy(grouped, ({ group }) => group).values(), (members) => ({
    moved: members.filter(({ teacher }) => moved.has(teacher)).length,
    all: members.length,
  }));
}

describe('a couple', () => {
  const couple = [offer('wife', 'x', 'y', 'maths', 'c'), offer('husband', 'x', 'z', 'hindi', 'c')];

  it('moves if both can, even if that displaces a better ring', () => {
    const offers = [
      ...couple,
      offer('a', 'y', 'x', 'maths'),
      offer('b', 'x', 'y', 'maths'),
      offer('d', 'z', 'x', 'hindi'),
    ];
    const moved = movedOf(planOf(offers, { maxRing: 3 }));
    expect([moved.has('wife'), moved.has('husband'), moved.has('b')]).toEqual([true, true, false]);
  });

  it('does not move if one of them cannot, and frees the place for another teacher', () => {
    const offers = [...couple, offer('a', 'y', 'x', 'maths'), offer('b', 'x', 'y', 'maths')];
    const plan = planOf(offers, { maxRing: 3, explain: true });
    expect([...movedOf(plan)].sort()).toEqual(['a', 'b']);
    expect(plan.boundIsExact).toBe(false);
    const reasonOf = (name: string) => plan.reasons?.find(({ teacher }) => teacher === name)?.code;
    expect([reasonOf('wife'), reasonOf('husband')]).toEqual(['partner', 'noTeacherThere']);
  });

  it('leaves no gap in the plan if it cannot move, or if it could only move with another couple that cannot', () => {
    const alone = planOf([...couple, offer('a', 'y', 'x', 'maths')], { maxRing: 3 });
    expect([alone.moved, alone.gap, alone.cappedBound]).toEqual([0, 0, 0]);
    const together = [...couple, offer('a', 'y', 'x', 'maths', 'd'), offer('b', 'y', 'gone', 'hindi', 'd')];
    for (const maxRing of [2, 3]) {
      const { moved, gap, bound } = planOf(together, { maxRing });
      expect([moved, gap, bound]).toEqual([0, 0, 0]);
    }
  });

  it('moves with a fixed or retained ring that contains one of them', () => {
    const offers = [...couple, offer('a', 'y', 'x', 'maths'), offer('d', 'z', 'x', 'hindi')];
    const fixed = [{ stratum: 'maths', teachers: ['a', 'wife'] }];
    const { moved, gap } = planOf(offers, { maxRing: 3, fixed });
    expect([moved, gap]).toEqual([4, 0]);
  });

  it('moves together to one of two accepted districts', () => {
    const offers = [
      offer('wife', 'x', 'gaya', 'maths', 'c gaya'),
      offer('husband', 'x', 'gaya', 'hindi', 'c gaya'),
      offer('wife', 'x', 'patna', 'maths', 'c patna'),
      offer('husband', 'x', 'patna', 'hindi', 'c patna'),
      offer('a', 'gaya', 'x', 'maths'),
      offer('b', 'patna', 'x', 'maths'),
      offer('d', 'patna', 'x', 'hindi'),
    ];
    const plan = planOf(offers, { maxRing: 3 });
    expect(plan.rings.map(({ teachers }) => teachers)).toEqual([
      ['d', 'husband'],
      ['b', 'wife'],
    ]);
  });

  it('moves with both partners or not at all, in any small world', () => {
    const worlds = smallWorlds({ offers: 24, places: 4, strata: 1, wishes: 3, severalRows: false });
    let together = 0;
    fc.assert(
      fc.property(worlds, (drawn) => {
        const offers = drawn.map((one, index) => (index < 6 ? { ...one, group: `g${index >> 1}` } : one));
        for (const deep of [undefined, {}]) {
          const plan = planOf(offers, { maxRing: 4, deep });
          expect(faultOf(offers, plan.rings, 4)).toBeUndefined();
          expect(plan.moved).toBeLessThanOrEqual(plan.cappedBound);
          for (const { moved, all } of groupsOf(offers, plan)) {
            expect([0, all]).toContain(moved);
            together += moved === 2 ? 1 : 0;
          }
        }
      }),
      runs(30),
    );
    expect(together).toBeGreaterThan(10);
  });

  it('costs less than 4 % of the moves if one teacher in fifty is half of a couple', () => {
    const plain = Array.from(gravityOffers({ offers: 3_000, seed: 8 }), (one, index) => ({
      ...one,
      stratum: `s${index % 3}`,
    }));
    const offers = plain.map((one, index) =>
      index % 100 < 2 ? { ...one, group: `g${Math.floor(index / 100)}` } : one,
    );
    const before = planOf(plain, { maxRing: 10, effort: 0.2 });
    const after = planOf(offers, { maxRing: 10, effort: 0.2 });
    expect(faultOf(offers, after.rings, 10)).toBeUndefined();
    expect(after.moved).toBeGreaterThan(0.96 * before.moved);
  });
});
