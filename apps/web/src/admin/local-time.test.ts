import { expect, it } from 'vitest';
import { localTime, momentOf } from './local-time.ts';

it('shows moments in the time of India, and sends them with its offset', () => {
  expect(localTime('2026-11-30T18:45:00.000Z')).toBe('2026-12-01T00:15');
  expect(momentOf('2026-12-01T00:15', undefined)).toBe('2026-12-01T00:15:00+05:30');
  expect(momentOf('', undefined)).toBe('');
});

it('keeps a date that was not changed as it is stored', () => {
  expect(momentOf('2026-12-01T00:15', '2026-11-30T18:45:30.123Z')).toBe('2026-11-30T18:45:30.123Z');
});
