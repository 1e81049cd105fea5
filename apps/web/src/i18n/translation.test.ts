import { describe, expect, it } from 'vitest';
import { englishInside } from './texts/english-inside.ts';
import { englishOpen } from './texts/english-open.ts';
import { hindiInside } from './texts/hindi-inside.ts';
import { translator } from './translation.ts';

describe('translator', () => {
  const t = translator('en', { ...englishOpen, ...englishInside });

  it('finds a text and fills it in', () => {
    expect(t('browse.title')).toBe('Transfer Requests');
    expect(t('place.blockAndDistrict', { block: 'Amas', district: 'Gaya' })).toBe('Amas, Gaya');
  });

  it('chooses the plural form of the language', () => {
    expect(t('browse.count', { count: 1, formatted: '1' })).toBe('1 request');
    expect(t('browse.count', { count: 0, formatted: '0' })).toBe('0 requests');
    const hindi = translator('hi', hindiInside);
    expect(hindi('request.found', { count: 0, formatted: '0' })).toBe(
      hindiInside.request.found_one.replace('{{formatted}}', '0'),
    );
  });

  it('leaves a text without forms alone when a count fills it', () => {
    expect(t('match.more', { count: 2 })).toBe('+2 more');
  });

  it('does not read what fills a text as a text', () => {
    expect(t('dashboard.welcome', { name: '{{count}} $& <b>' })).toBe('Welcome, {{count}} $& <b>');
  });
});
