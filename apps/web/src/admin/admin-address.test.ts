import { describe, expect, it } from 'vitest';
import { listQuery, sectionOf, sectionSearch, withWords } from './admin-address.ts';

const from = (query: string) => new URLSearchParams(query);
const people = { words: ['search'], pages: ['page'], limit: 10 };

describe('URL of the Admin Panel', () => {
  it('names a section, and falls back to the first for a missing or unknown name', () => {
    expect(['section=audit', '', 'section=x'].map((query) => sectionOf(from(query)))).toEqual([
      'audit',
      'overview',
      'overview',
    ]);
    expect([sectionSearch('overview'), sectionSearch('paid')]).toEqual(['', '?section=paid']);
  });

  it('passes only valid parameters to the API', () => {
    expect(listQuery(from('section=users&search= ram &page=3'), people)).toBe('limit=10&search=ram&page=3');
    expect(listQuery(from('search=%20&page=-1&x=1'), people)).toBe('limit=10');
    expect(listQuery(from(`search=${'a'.repeat(200)}`), people)).toBe(`limit=10&search=${'a'.repeat(100)}`);
  });

  it('resets to page 1 after a new search, and leaves the other list alone', () => {
    const changed = withWords(from('perfectPage=2&potentialPage=3'), 'perfectSearch', 'ram', ['perfectPage']);
    expect(changed.toString()).toBe('potentialPage=3&perfectSearch=ram');
    expect(withWords(from('search=ram&page=2'), 'search', '').toString()).toBe('');
  });
});
