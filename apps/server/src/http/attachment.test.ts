import { expect, it } from 'vitest';
import { attachment } from './answers.ts';

it('an ASCII name is the same in `filename` and `filename*`', () => {
  expect(attachment('group-1A2B.csv')).toBe(
    `attachment; filename="group-1A2B.csv"; filename*=UTF-8''group-1A2B.csv`,
  );
});

it('a name in another script is encoded in `filename*`, and `filename` has its ASCII characters', () => {
  const [, plain, encoded] = attachment('समूह-1A2B.csv').split('; ');
  expect(plain).toBe('filename="1A2B.csv"');
  expect(decodeURIComponent(encoded?.split("''")[1] ?? '')).toBe('समूह-1A2B.csv');
});

it.each(['शिक्षक.csv', 'कार्य-लेखा.csv'])('%s keeps its ending in `filename`', (name) => {
  expect(attachment(name)).toContain('filename="download.csv";');
});

it('quotes and line breaks in a name cannot end the header', () => {
  expect(attachment(`a"b\r\nc'(d).csv`)).toBe(
    `attachment; filename="abcd.csv"; filename*=UTF-8''a%22b%0D%0Ac%27%28d%29.csv`,
  );
});
