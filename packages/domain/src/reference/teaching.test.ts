import { expect, it } from 'vitest';
import { isTaughtAt } from './teaching.ts';

it.each([
  ['Maths & Science (6-8)', '6-8', true],
  ['Maths & Science (6-8)', '11-12', false],
  ['Environmental Studies (EVS)', '11-12', false],
  ['Accountancy', '1-5', false],
  ['Mathematics', '1-5', true],
  ['Mathematics', '11-12', true],
])('%s at %s is taught: %s', (subject, classRange, expected) => {
  expect(isTaughtAt(subject, classRange)).toBe(expected);
});
