import { expect, it } from 'vitest';
import { readDays } from './read-days.ts';

const dayOf = (cell: string) => readDays([cell])[0]?.day;

it.each([
  '2026-07-31',
  '31-07-2026',
  '31/7/2026',
  '31.07.26',
  '३१-०७-२०२६',
  '31-Jul-26',
  '31 July 2026',
  '31st July, 2026',
  'July 31, 2026',
  'Friday, 31 July 2026',
  '31 जुलाई 2026',
  '31जुलाई2026',
  '31 जुल० 2026',
  '2026-07-31 00:00:00',
  '31/07/2026 12:00 AM',
  '2026-07-31T10:00:00+05:30',
  '46234',
  '46234.5',
  '20260731',
  '31–07–2026',
  '31.07.2026.',
  '31-07-2026 (F.N.)',
  '31.07.2026 पूर्वाह्न',
  '31-07-2026 को',
  'शुक्रवार, 31 जुलाई 2026',
])('%j is read as 31 July 2026', (cell) => {
  expect(dayOf(cell)).toBe('2026-07-31');
});

it('the short month name मई is read', () => {
  expect(dayOf('5 मई 2026')).toBe('2026-05-05');
});

it.each(['', '31-02-2026', '32/07/2026', 'soon', '2026', '12/2026', '99999', '31-Xyz-2026', '########'])(
  '%j is no day',
  (cell) => {
    expect(dayOf(cell)).toBeUndefined();
  },
);

it('a day is read with the day first unless another can only be read with the month first', () => {
  expect(readDays(['3/4/2026', '2026-04-30'])).toEqual([
    { day: '2026-04-03', isMonthFirst: false },
    { day: '2026-04-30', isMonthFirst: false },
  ]);
  expect(readDays(['3/4/2026', '4/30/2026', '30 April 2026'])).toEqual([
    { day: '2026-03-04', isMonthFirst: true },
    { day: '2026-04-30', isMonthFirst: true },
    { day: '2026-04-30', isMonthFirst: false },
  ]);
});

it('a day that can be read in two ways is not read in a file that writes both', () => {
  expect(readDays(['3/4/2026', '4/30/2026', '30/4/2026', '5/5/2026']).map(({ day }) => day)).toEqual([
    undefined,
    '2026-04-30',
    '2026-04-30',
    '2026-05-05',
  ]);
});
