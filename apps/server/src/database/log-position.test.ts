import { expect, it } from 'vitest';
import { logPosition } from './log-position.ts';

it('log positions have the same order as in PostgreSQL', () => {
  const ascending = [
    '0/0',
    '0/9',
    '0/10',
    '0/FFFFFFFF',
    '1/0',
    '9/FFFFFFFF',
    '16/B374D848',
    'FFFFFFFF/FFFFFFFF',
  ];
  const positions = ascending.map(logPosition);
  expect(positions.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(positions);
  expect(logPosition('16/B374D848')).toBe(0x16b374d848n);
});
