import { expect, it } from 'vitest';
import { growthSteps } from './growth-chart.tsx';

const day = (name: string, registrations: number) => ({
  day: name,
  registrations,
  requests: 0,
  completed: 0,
  payments: 0,
  income: 0,
  invitationVisits: 0,
  invitationRegistrations: 0,
  missingVisits: 0,
  missingRegistrations: 0,
});
const days = [day('2026-06-14', 7), day('2026-06-16', 4)];

it('a short span has a step for each day, including days without events', () => {
  expect(growthSteps(days, 'registrations', '2026-06-13', '2026-06-16')).toEqual([
    { day: '2026-06-13', value: 0 },
    { day: '2026-06-14', value: 7 },
    { day: '2026-06-15', value: 0 },
    { day: '2026-06-16', value: 4 },
  ]);
});

it('longer spans have steps of weeks or of 30 days, and include every day', () => {
  const quarter = growthSteps(days, 'registrations', '2026-04-01', '2026-06-30');
  expect(quarter).toHaveLength(13);
  expect(quarter.reduce((sum, { value }) => sum + value, 0)).toBe(11);
  expect(growthSteps(days, 'registrations', '2025-01-01', '2026-12-31')).toHaveLength(25);
});

it('a span that ends before it starts has no steps', () => {
  expect(growthSteps(days, 'registrations', '2026-06-20', '2026-06-10')).toEqual([]);
});
