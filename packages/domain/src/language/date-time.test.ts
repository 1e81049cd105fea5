import { describe, expect, it } from 'vitest';
import { dateTimeText, dayText, durationText, yearsAfter, yearsBefore } from './date-time.ts';

it('a waiting time is written in the largest unit that fits', () => {
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

it('a moment is written in Bihar’s time, in Hindi with the part of the day', () => {
  const early = new Date('2026-11-21T22:33:00Z');
  expect(dateTimeText(early, 'hi')).toBe('22 नव॰ 2026, सुबह 4:03');
  expect(dateTimeText(early, 'en')).toMatch(/^22 Nov 2026, 4:03\sam$/);
});

it('a day is written in the language of the reader', () => {
  expect(dayText('2026-11-26', 'hi')).toBe('26 नव॰ 2026');
  expect(dayText('2026-11-26', 'en')).toBe('26 Nov 2026');
});

describe('whole years', () => {
  it('keep the day of the year, with 28 February or 1 March in place of a missing 29 February', () => {
    expect(yearsBefore('2026-06-15', 3)).toBe('2023-06-15');
    expect(yearsBefore('2024-02-29', 1)).toBe('2023-02-28');
    expect(yearsBefore('2024-02-29', 4)).toBe('2020-02-29');
    expect(yearsAfter('2023-06-16', 3)).toBe('2026-06-16');
    expect(yearsAfter('2020-02-29', 1)).toBe('2021-03-01');
  });

  it('are complete on the first day that is that many years later', () => {
    const days = Array.from({ length: 1_500 }, (_, index) =>
      new Date(Date.UTC(2019, 0, 1 + index)).toISOString().slice(0, 10),
    );
    for (const joined of days.slice(0, 800)) {
      for (const years of [1, 2]) {
        const first = days.find((day) => joined <= yearsBefore(day, years));
        if (first !== undefined) expect([joined, yearsAfter(joined, years)]).toEqual([joined, first]);
      }
    }
  });
});
