import { expect, it } from 'vitest';
import { fromIndiaTime, toIndiaTime } from './local-time.ts';

it('toIndiaTime converts a timestamp to Indian time, and fromIndiaTime adds the offset of India', () => {
  expect(toIndiaTime('2026-11-30T18:45:00.000Z')).toBe('2026-12-01T00:15');
  expect(fromIndiaTime('2026-12-01T00:15', undefined)).toBe('2026-12-01T00:15:00+05:30');
  expect(fromIndiaTime('', undefined)).toBe('');
});

it('fromIndiaTime returns the stored timestamp if the local time was not changed', () => {
  expect(fromIndiaTime('2026-12-01T00:15', '2026-11-30T18:45:30.123Z')).toBe('2026-11-30T18:45:30.123Z');
});
