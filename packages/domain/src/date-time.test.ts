import { expect, it } from 'vitest';
import { dateTimeText, durationText } from './date-time.ts';

it('a time to wait is told in the unit a reader thinks in', () => {
  expect([1, 59, 60, 1_468, 3_600, 5_400].map((seconds) => durationText(seconds, 'en'))).toEqual([
    '1 second',
    '59 seconds',
    '1 minute',
    '25 minutes',
    '1 hour',
    '2 hours',
  ]);
  expect(durationText(1_468, 'hi')).toBe('25 मिनट');
});

it('a moment is told by the clock of Bihar, in Hindi with the part of the day', () => {
  const early = new Date('2026-11-21T22:33:00Z');
  expect(dateTimeText(early, 'hi')).toBe('22 नव॰ 2026, सुबह 4:03');
  expect(dateTimeText(early, 'en')).toMatch(/^22 Nov 2026, 4:03\sam$/);
});
