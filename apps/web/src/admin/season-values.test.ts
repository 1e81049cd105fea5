import { expect, it } from 'vitest';
import { initialSeason, seasonOf } from './season-values.ts';

it('the request body has as many rounds as the form', () => {
  const values = { ...initialSeason(undefined), 'rounds.1.askedFrom': '2026-12-02T10:00' };
  expect(seasonOf(values, 1, undefined).rounds).toHaveLength(1);
  expect(seasonOf(values, 2, undefined).rounds[1]?.askedFrom).toBe('2026-12-02T10:00:00+05:30');
});
