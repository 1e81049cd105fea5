import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatsOf } from './formats.ts';

describe('formatters', () => {
  const english = formatsOf('en-IN');
  const hindi = formatsOf('hi-IN');

  afterEach(() => void vi.restoreAllMocks());

  it('dates use the time zone of Bihar before and after its midnight', () => {
    expect(english.date('2027-01-28T18:29:00Z')).toBe('28 Jan 2027');
    expect(english.date('2027-01-28T18:30:00Z')).toBe('29 Jan 2027');
    expect(english.dateTime('2027-05-28T06:30:00Z')).toMatch(/^28 May 2027, 12:00/);
    expect(hindi.date('2027-01-28T18:30:00Z')).toMatch(/^29 जन॰ 2027$/);
  });

  it('numbers are grouped as in India, in the digits of the language', () => {
    expect([0, 999, 54_321, 1_234_567, -1000].map(english.number)).toEqual([
      '0',
      '999',
      '54,321',
      '12,34,567',
      '-1,000',
    ]);
    expect(hindi.number(1_234_567)).toBe('12,34,567');
    expect(formatsOf('bn-IN').number(1_234_567)).toBe('১২,৩৪,৫৬৭');
  });

  it('rupees, shares and seconds are formatted', () => {
    expect(english.rupees(1_000)).toBe('₹1,000');
    expect(english.percent(0.1234)).toBe('12.3%');
    expect(english.seconds(1.25)).toBe('1.3 seconds');
  });

  it('durations are formatted in days, hours and minutes, without units that are zero', () => {
    const minutes = [1, 59, 60, 1_440, 2 * 1_440 + 20 * 60 + 1];
    expect(minutes.map((count) => english.duration(count))).toEqual([
      '1 minute',
      '59 minutes',
      '1 hour',
      '1 day',
      '2 days 20 hours 1 minute',
    ]);
    expect(hindi.duration(2 * 1_440 + 5 * 60 + 10)).toBe('2 दिन 5 घंटे 10 मिनट');
    expect(english.duration(72 * 60, ['hour'])).toBe('72 hours');
  });

  it('no `Intl` formatter is created before it is used', () => {
    const names = ['Collator', 'DateTimeFormat', 'ListFormat', 'NumberFormat'] as const;
    const created = names.map((name) => vi.spyOn(Intl, name));
    const bengali = formatsOf('bn-BD');
    for (const spy of created) expect(spy).not.toHaveBeenCalled();
    expect(['খ', 'ক'].toSorted(bengali.compare)).toEqual(['ক', 'খ']);
    expect(bengali.compare('ক', 'ক')).toBe(0);
    expect(created.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0]);
  });

  it('lists are formatted', () => {
    expect([['A'], ['A', 'B'], ['A', 'B', 'C']].map(english.list)).toEqual(['A', 'A and B', 'A, B and C']);
    expect(hindi.list(['A', 'B', 'C'])).toBe('A, B और C');
  });
});
