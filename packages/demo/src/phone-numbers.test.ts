import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneNumber } from './phone-numbers.ts';

test('numbers have ten digits and begin with 6 to 9', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(3_999_999_999), (seed, index) => {
      expect(phoneNumber(seed, index)).toMatch(/^[6-9]\d{9}$/);
    }),
  );
});

test('the first million numbers are unique', () => {
  const numbers = new Set<string>();
  for (let index = 0; index < 1_000_000; index++) numbers.add(phoneNumber(7, index));
  expect(numbers.size).toBe(1_000_000);
});

test('numbers of neighbouring teachers look unrelated', () => {
  const firstDigits = new Set(Array.from({ length: 100 }, (_, index) => phoneNumber(7, index).slice(0, 4)));
  expect(firstDigits.size).toBeGreaterThan(90);
});
