import { isGroup } from '@mutual-transfer/domain/agreements/agreement-rules';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { describe, expect, it } from 'vitest';
import { gravityOffers } from '../../packages/matching/bench/gravity.ts';
import { movedInOneShot } from './one-shot.ts';
import { Season } from './season.ts';

const options = { teachers: 900, accept: 0.8, answerHours: 20, days: 14, consent: 'after' } as const;

/** Yields teachers of few strata, so that there are many rings. */
function* crowded(seed: number) {
  for (const offer of gravityOffers({ offers: options.teachers, seed, anyBlockShare: 0.3 })) {
    yield { ...offer, stratum: Number(offer.stratum.slice(1)) % 2 === 0 ? 'one' : 'other' };
  }
}

/**
 * Checks the invariants of agreements.
 * @throws if one is violated.
 */
function checkInvariants({ agreements, now }: Season): void {
  const late = agreements.filter(
    ({ standing: { state, deadline } }) => state === 'proposed' && now > deadline,
  );
  if (late.length > 0) throw new Error('A proposal outlives its deadline.');
  const holding = agreements.filter(({ standing: { state } }) => isBinding(state) || state === 'completed');
  const answers = holding.flatMap(({ standing }) => standing.seats.map(({ answer }) => answer));
  if (answers.some((answer) => answer !== 'yes')) throw new Error('Agreed without a yes.');
  const bound = holding.flatMap(({ members }) => members.map(({ offer }) => offer.teacher));
  if (new Set(bound).size < bound.length) throw new Error('A teacher is in two agreements.');
}

describe('a simulated season', () => {
  it.each([1, 2, 3])('holds the invariants at every moment, seed %i', (seed) => {
    const season = new Season(crowded(seed), { ...options, seed });
    const { moved, states, movedByDay } = season.run(checkInvariants);
    expect(moved).toBeGreaterThan(20);
    expect(moved).toBe(movedByDay.at(-1));
    expect(Object.keys(states)).toEqual(
      expect.arrayContaining(['completed', 'in_progress', 'declined', 'lapsed', 'broken']),
    );
    for (const { members, standing } of season.agreements.filter(
      (one) => one.standing.state === 'completed',
    )) {
      const group = members.map(({ offer: { teacher, stratum, from, to } }) => ({
        ...{ teacher, from, to },
        ...{ subject: stratum, classRange: '', category: null, joinedOn: null },
      }));
      expect(isGroup(group, firstRules)).toBe(true);
      expect(members.every(({ isWilling }) => isWilling)).toBe(true);
      expect(standing.reason).toBeNull();
    }
  });

  it.each([1, 2, 3])(
    'with consent before the plan, holds the invariants at every moment, seed %i',
    (seed) => {
      const season = new Season(crowded(seed), { ...options, consent: 'before', seed });
      const { moved, states } = season.run(checkInvariants);
      expect(moved).toBeGreaterThan(20);
      expect(states.lapsed).toBeUndefined();
      const isOfWilling = ({ members }: { members: readonly { isWilling: boolean }[] }) =>
        members.every(({ isWilling }) => isWilling);
      expect(season.agreements.every(isOfWilling)).toBe(true);
    },
  );

  it('is deterministic for a seed, and moves more teachers than rings shown once', () => {
    const run = () => {
      const season = new Season(crowded(4), { ...options, seed: 4 });
      return { result: season.run(), oneShot: movedInOneShot(season.teachers, 10) };
    };
    const { result, oneShot } = run();
    expect(run().result).toEqual(result);
    expect(result.moved).toBeGreaterThan(oneShot);
  });

  it('moves many teachers if all are willing, and none if none is', () => {
    const moved = (accept: number) => new Season(crowded(5), { ...options, accept, seed: 5 }).run().moved;
    expect(moved(0)).toBe(0);
    expect(moved(1)).toBeGreaterThan(moved(0.5));
  });
});
