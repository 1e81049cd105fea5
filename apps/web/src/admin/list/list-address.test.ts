import { describe, expect, it } from 'vitest';
import { listQuery, withParameter } from './list-address.ts';

const from = (query: string) => new URLSearchParams(query);
const people = { filterNames: ['search'], pages: ['page'], limit: 10 };

describe('URL of a list', () => {
  it('passes only valid parameters to the API', () => {
    expect(listQuery(from('section=users&search= ram &page=3'), people)).toBe('limit=10&search=ram&page=3');
    expect(listQuery(from('search=%20&page=-1&x=1'), people)).toBe('limit=10');
    expect(listQuery(from(`search=${'a'.repeat(200)}`), people)).toBe(`limit=10&search=${'a'.repeat(100)}`);
  });

  it('passes only page sizes that the administrator can choose', () => {
    expect(listQuery(from('limit=50'), people)).toBe('limit=50');
    expect(listQuery(from('limit=99'), people)).toBe('limit=10');
  });

  it('a new search removes the page of its list, and keeps the page of the other list', () => {
    const changed = withParameter(from('perfectPage=2&potentialPage=3'), 'perfectSearch', 'ram', [
      'perfectPage',
    ]);
    expect(changed.toString()).toBe('potentialPage=3&perfectSearch=ram');
    expect(withParameter(from('search=ram&page=2'), 'search', '').toString()).toBe('');
  });
});
