import { expect, it } from 'vitest';
import { localTime, momentOf } from './local-time.ts';

it('localTime converts a timestamp to Indian time, and momentOf adds the offset of India', () => {
  expect(localTime('2026-11-30T18:45:00.000Z')).toBe('2026-12-01T00:15');
  expect(momentOf('2026-12-01T00:15', undefined)).toBe('2026-12-01T00:15:00+05:30');
  expect(momentOf('', undefined)).toBe('');
});

it('momentOf returns the stored timestamp if the local time was not changed', () => {
  expect(momentOf('2026-12-01T00:15', '2026-11-30T18:45:30.123Z')).toBe('2026-11-30T18:45:30.123Z');
});
