import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random, Weighted } from './random.ts';

test('a stream is determined by its seed and number', () => {
  const words = (seed: number, stream: number) => {
    const random = new Random(seed, stream);
    return Array.from({ length: 4 }, () => random.word());
  };
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.nat(), (seed, stream) => {
      expect(words(seed, stream)).toEqual(words(seed, stream));
      expect(words(seed, stream)).not.toEqual(words(seed, stream + 1));
      expect(words(seed, stream)).not.toEqual(words(seed + 1, stream));
    }),
  );
});

test('shares are uniform, within a stream and over the first value of each stream', () => {
  const one = new Random(5, 5);
  const within = Array.from({ length: 10_000 }, () => one.share());
  const across = Array.from({ length: 10_000 }, (_, stream) => new Random(5, stream).share());
  for (const shares of [within, across]) {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const share of shares) tenths[Math.floor(share * 10)] = (tenths[Math.floor(share * 10)] ?? 0) + 1;
    // Chi-squared with nine degrees of freedom exceeds 27.9 with a probability of one in a thousand.
    expect(tenths.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)).toBeLessThan(27.9);
  }
});

test('whole numbers stay below their limit', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 1_000 }), (seed, limit) => {
      const number = new Random(seed, 0).below(limit);
      expect(number).toBeGreaterThanOrEqual(0);
      expect(number).toBeLessThan(limit);
    }),
  );
});

test('items are drawn in proportion to their weights, and those of weight 0 never', () => {
  const weighted = new Weighted<string>([
    ['never', 0],
    ['rare', 1],
    ['often', 3],
    ['not at all', 0],
  ]);
  const random = new Random(1, 1);
  const counts = new Map<string, number>();
  for (let times = 0; times < 8_000; times++) {
    const item = weighted.draw(random);
    counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['often', 'rare']);
  expect(counts.get('rare')).toBeGreaterThan(1_850);
  expect(counts.get('rare')).toBeLessThan(2_150);
});

test('drawing from an empty list throws', () => {
  expect(() => new Random(1, 1).pick([])).toThrow(RangeError);
  expect(() => new Weighted([]).draw(new Random(1, 1))).toThrow(RangeError);
});
