import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

const options = { seconds: [5, 1, 600], accept: [0.8, 0, 1], only: '', write: false } as const;
const parse = (...parameters: string[]) => parseOptions(options, parameters);

test('options that are not given have their defaults', () => {
  expect(parse()).toEqual({ seconds: 5, accept: 0.8, only: '', write: false });
});

test('every option is read', () => {
  expect(parse('--seconds', '2', '--accept', '0.65', '--only', 'search', '--write')).toEqual({
    seconds: 2,
    accept: 0.65,
    only: 'search',
    write: true,
  });
});

test.each([
  [['--seconds', '601'], '--seconds takes whole numbers from 1 to 600, not 601.'],
  [['--seconds', '1e1'], '--seconds takes whole numbers from 1 to 600, not 1e1.'],
  [['--seconds', ''], '--seconds takes whole numbers from 1 to 600, not nothing.'],
  [['--accept', '2'], '--accept takes numbers from 0 to 1, not 2.'],
])('%j is refused with one sentence', (given, sentence) => {
  expect(() => parse(...given)).toThrow(new RangeError(sentence));
});

test('an unknown option is refused', () => {
  expect(() => parse('--second', '2')).toThrow('--second');
});
