import { expect, it } from 'vitest';
import { factorSignInSchema } from './second-factor.ts';

it.each([
  ['123 456', '123456'],
  ['१२३४५६', '123456'],
  ['\u200B123\u2011456\u2060', '123456'],
  ['(123) 456', '123456'],
  ['ab12c–d34ef', 'AB12CD34EF'],
])('a code of the second factor typed as %j is %s', (typed, code) => {
  expect(factorSignInSchema.parse({ factorToken: 'x', code: typed }).code).toBe(code);
});

it.each(['', '12345', '1234567'])('%j is no code of a second factor', (typed) => {
  expect(factorSignInSchema.safeParse({ factorToken: 'x', code: typed }).success).toBe(false);
});
