import { expect, it } from 'vitest';
import type { Offer } from '../offer.ts';
import { planOf } from './plan.ts';

function offer(teacher: string, from: string, to: string, more: Partial<Offer> = {}): Offer {
  return { teacher, from, to: [to], stratum: 's', ...more };
}

it('returns for each teacher the reason why they are moved or not', () => {
  const offers = [
    offer('a', 'x', 'y', { waitingSince: 1 }),
    offer('b', 'y', 'x'),
    offer('later', 'x', 'y', { waitingSince: 2 }),
    offer('lonely', 'x', 'nowhere'),
    offer('unwanted', 'far', 'x'),
    offer('chain', 'y', 'far2'),
    offer('end', 'far2', 'x2'),
    offer('end2', 'x2', 'far2', { stratum: 'other' }),
    offer('k1', 'p', 'q', { stratum: 'long' }),
    offer('k2', 'q', 'r', { stratum: 'long' }),
    offer('k3', 'r', 'u', { stratum: 'long' }),
    offer('k4', 'u', 'p', { stratum: 'long' }),
    offer('f1', 'x', 'y', { stratum: 'fixed' }),
    offer('f2', 'y', 'x', { stratum: 'fixed' }),
    offer('w1', 'x', 'y', { stratum: 'weights', weight: 1 }),
    offer('w2', 'x', 'y', { stratum: 'weights', weight: 4 }),
    offer('w3', 'y', 'x', { stratum: 'weights', weight: 2 }),
  ];
  const fixed = [{ stratum: 'fixed', teachers: ['f1', 'f2'] }];
  const plan = planOf(offers, { maxRing: 3, weights: 'ties', fixed, explain: true });
  const reasons = Object.fromEntries(plan.reasons?.map(({ teacher, code }) => [teacher, code]) ?? []);
  expect(reasons).toEqual({
    a: 'moved',
    b: 'moved',
    later: 'othersFirst',
    lonely: 'noTeacherThere',
    unwanted: 'noTeacherComes',
    chain: 'noRing',
    end: 'noTeacherThere',
    end2: 'noTeacherThere',
    k1: 'noRing',
    k2: 'noRing',
    k3: 'noRing',
    k4: 'noRing',
    f1: 'openProposal',
    f2: 'openProposal',
    w1: 'othersFirst',
    w2: 'moved',
    w3: 'moved',
  });
});

it('reports fewerMoves or notChosen for a wish that would cost moves', () => {
  // Two rings of three pass through x and y; a pair of b and c would block both.
  const offers = [
    offer('a', 'x', 'y'),
    offer('b', 'y', 'x'),
    offer('c', 'x', 'w'),
    offer('d', 'w', 'y'),
    offer('e', 'y', 'z'),
    offer('f', 'z', 'x'),
  ];
  const plan = planOf(offers, { maxRing: 4, explain: true });
  expect(plan.moved).toBe(6);
  expect(new Set(plan.reasons?.map(({ code }) => code))).toEqual(new Set(['moved']));
  const crowded = planOf([...offers.slice(2), offer('g', 'x', 'y'), offer('h', 'y', 'w')], {
    maxRing: 4,
    explain: true,
  });
  const codes = crowded.reasons?.filter(({ code }) => code !== 'moved').map(({ code }) => code);
  expect(codes?.every((code) => code === 'fewerMoves' || code === 'notChosen')).toBe(true);
});
