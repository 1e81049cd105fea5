import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translator } from './messages.ts';

const texts = {
  plain: 'As it is',
  flat: { inner: { deep: 'Deep: {what}' } },
  'with.dots': 'Dots: {one}, {two}',
  found_one: '{count} request',
  found_other: '{count} requests',
  more: '+{count} more',
} as const;

type Key = 'plain' | 'flat.inner.deep' | 'with.dots' | 'found' | 'more';

describe('a translator', () => {
  const t = translator<Key>('en', texts);

  it('finds a text by its nested or flat key, and fills in values by name', () => {
    expect(t('plain')).toBe('As it is');
    expect(t('flat.inner.deep', { what: 'yes' })).toBe('Deep: yes');
    expect(t('with.dots', { two: 2, one: 1 })).toBe('Dots: 1, 2');
  });

  it('leaves a placeholder without a value, and returns a key without a text', () => {
    expect(t('with.dots', { one: 1 })).toBe('Dots: 1, {two}');
    expect(t('nowhere' as Key)).toBe('nowhere');
  });

  it('chooses the plural form that the language has for a count', () => {
    expect([0, 1, 2].map((count) => t('found', { count }))).toEqual([
      '0 requests',
      '1 request',
      '2 requests',
    ]);
    const hindi = translator<Key>('hi', texts);
    expect([0, 1, 2].map((count) => hindi('found', { count }))).toEqual([
      '0 request',
      '1 request',
      '2 requests',
    ]);
  });

  it('falls back to the form `other` if the texts lack the form of a count', () => {
    // Polish has `few` for 2.
    expect(translator<Key>('pl' as 'en', texts)('found', { count: 2 })).toBe('2 requests');
  });

  it('fills a count into a text without plural forms', () => {
    expect(t('more', { count: 1 })).toBe('+1 more');
  });

  it('`has` returns true for every key with a text, without its plural form, and false for inherited properties', () => {
    for (const key of ['plain', 'flat.inner.deep', 'with.dots', 'found']) expect(t.has(key)).toBe(true);
    for (const key of ['', 'flat', 'found_', 'toString', 'constructor', '__proto__'])
      expect(t.has(key)).toBe(false);
  });

  it('inserts values literally, whatever they contain', () => {
    expect(t('flat.inner.deep', { what: '{one} $& <b>' })).toBe('Deep: {one} $& <b>');
    fc.assert(
      fc.property(fc.string(), (what) => {
        expect(t('flat.inner.deep', { what })).toBe(`Deep: ${what}`);
      }),
    );
  });
});
