import { expect, it } from 'vitest';
import { firstDay } from './growth-chart.tsx';

it('counts back days in Indian time, where a day starts before the UTC day', () => {
  expect(firstDay(new Date('2026-03-31T18:29:00Z'), 30)).toBe('2026-03-02');
  expect(firstDay(new Date('2026-03-31T18:31:00Z'), 30)).toBe('2026-03-03');
  expect(firstDay(new Date('2026-03-31T06:00:00Z'), 7)).toBe('2026-03-25');
});
