import { expect, it } from 'vitest';
import { joiningDayProblem, orderDayProblem } from './office-days.ts';

const days = { today: '2026-11-26', agreedOn: '2026-11-20' };

it.each([
  ['2026-11-27', 'future_date'],
  ['2026-11-26', undefined],
  ['2026-11-20', undefined],
  ['2026-11-19', 'before_agreement'],
])('an order of %s: %s', (day, problem) => {
  expect(orderDayProblem(day, days)).toBe(problem);
});

it.each([
  ['2026-11-27', null, 'future_date'],
  ['2026-11-19', null, 'before_agreement'],
  ['2026-11-20', null, undefined],
  ['2026-11-23', '2026-11-24', 'before_order'],
  ['2026-11-24', '2026-11-24', undefined],
  ['2026-11-19', '1999-01-01', 'before_agreement'],
  ['2026-11-25', '2030-01-01', undefined],
])('a joining on %s with an order of %s: %s', (day, orderedOn, problem) => {
  expect(joiningDayProblem(day, { ...days, orderedOn })).toBe(problem);
});
