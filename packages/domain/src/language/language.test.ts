import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLanguage, preferredLanguage } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['hi', 'hi'],
  ['HI', 'hi'],
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['en-IN,en;q=0.9,hi;q=0.8', 'en'],
  ['en;q=0.5,hi;q=0.9', 'hi'],
  ['hi ; q = 0.3, en;q=0.2', 'en'],
  ['fr-FR,de;q=0.7', 'en'],
  ['fr,hi;q=0.1', 'hi'],
  ['hi;q=0', 'en'],
  ['hi;q=0,en;q=0', 'en'],
  ['hi;q=many,en;q=0.1', 'en'],
  ['*', 'en'],
  ['hindi', 'en'],
  ['en,hi', 'en'],
  ['hi,en', 'hi'],
])('the header `Accept-Language` %j selects %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test('every header `Accept-Language` selects a language of the product', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(isLanguage(preferredLanguage(header))).toBe(true);
    }),
  );
});

test('isLanguage returns true only for codes of registered languages', () => {
  expect(['en', 'hi', 'EN', '', undefined, null, ['en']].map(isLanguage)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
