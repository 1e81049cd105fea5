import { expect, it } from 'vitest';
import { csvLine } from './csv-lines.ts';

it.each([
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '\t=',
  ' =',
  '\u200B=',
  '\uFEFF=',
  '\u202E@',
  '\uFE0F=',
  '\u3164=',
  '\u2066 \u061C=',
  '\r',
  '\n',
])('a cell that begins with %j is plain text to a spreadsheet', (begin) => {
  expect(csvLine([`${begin}cmd|' /C calc'!A0`])).toMatch(/^"?'/);
});

it('csvLine quotes only cells that need quotes', () => {
  expect(csvLine(['a "b", c', null, 3, 'हिंदी', 'one-two'])).toBe('"a ""b"", c",,3,हिंदी,one-two\r\n');
});
