import { expect, it } from 'vitest';
import { yesProbabilities } from './yes-chances.ts';

const withSigns = (...signs: number[]) => signs.map((one) => ({ signs: one, yes: 0, refused: 0 }));

it('the probability of a yes rises with the number of signs, around the mean and within bounds', () => {
  const chances = yesProbabilities(withSigns(0, 1, 2, 1), 0.9);
  expect(chances.slice(0, 3)).toEqual(chances.slice(0, 3).toSorted());
  expect(chances[1]).toBeCloseTo(0.9);
  const [least, most] = yesProbabilities(withSigns(-9, 9, 0, 0), 0.9);
  expect([least, most]).toEqual([0.5, 0.99]);
});

it('a teacher’s own answers and silences outweigh the signs, and change no other teacher’s probability', () => {
  const quiet = { signs: 2, yes: 0, refused: 1 };
  const [silent, other] = yesProbabilities([quiet, { signs: 2, yes: 0, refused: 0 }], 0.9);
  expect(silent).toBeCloseTo(0.6);
  expect(other).toBeCloseTo(0.9);
  const [often, willing] = yesProbabilities(
    [
      { ...quiet, refused: 8 },
      { ...quiet, yes: 2, refused: 0 },
    ],
    0.9,
  );
  expect(often).toBeLessThan(0.2);
  expect(willing).toBeCloseTo(0.95);
});
