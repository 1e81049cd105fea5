import { expect, it } from 'vitest';
import { scoreTone } from './match-card.tsx';

it.each([
  [100, 'good'],
  [90, 'good'],
  [89, 'fair'],
  [70, 'fair'],
  [69, 'low'],
  [50, 'low'],
  [49, 'faint'],
  [0, 'faint'],
] as const)('a score of %i is %s', (score, tone) => {
  expect(scoreTone(score)).toBe(tone);
});
