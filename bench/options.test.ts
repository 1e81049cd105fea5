import { expect, test } from 'vitest';
import { OptionError, readOptions } from './options.ts';

test('without options the bench measures a million requests', () => {
  expect(readOptions([])).toEqual({
    sizes: [1_000_000],
    seconds: 5,
    connections: 16,
    only: '',
    write: false,
    seedOnly: false,
  });
});

test('every option is read', () => {
  const given = '--sizes 10000,100000 --seconds 2 --connections 4 --only search --write --seed-only'.split(
    ' ',
  );
  expect(readOptions(given)).toEqual({
    sizes: [10_000, 100_000],
    seconds: 2,
    connections: 4,
    only: 'search',
    write: true,
    seedOnly: true,
  });
});

test.each([
  [['--requests', '5'], '--requests takes whole numbers from 1000 to 10000000, not 5.'],
  [['--sizes', '10000,'], '--sizes takes whole numbers from 1000 to 10000000, not nothing.'],
  [['--seconds', '1e1'], '--seconds takes whole numbers from 1 to 600, not 1e1.'],
  [['--connections', '0'], '--connections takes whole numbers from 1 to 500, not 0.'],
  [['--requests', '10000', '--sizes', '10000'], 'Give --requests or --sizes, not both.'],
])('%j is refused with one sentence', (given, sentence) => {
  expect(() => readOptions(given)).toThrow(new OptionError(sentence));
});

test('an unknown option is refused', () => {
  expect(() => readOptions(['--size', '10000'])).toThrow(OptionError);
});
