import { expect, it } from 'vitest';
import { firstDay } from './first-day.ts';

it('counts days back in India, where the day starts before the one in London', () => {
  expect(firstDay(new Date('2026-03-31T18:29:00Z'), 30)).toBe('2026-03-02');
  expect(firstDay(new Date('2026-03-31T18:31:00Z'), 30)).toBe('2026-03-03');
  expect(firstDay(new Date('2026-03-31T06:00:00Z'), 7)).toBe('2026-03-25');
});
