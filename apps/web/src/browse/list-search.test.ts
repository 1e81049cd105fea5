import { describe, expect, it } from 'vitest';
import { isFiltered, listSearch, withFilter } from './list-search.ts';

const from = (query: string) => new URLSearchParams(query);

describe('query string of the list', () => {
  it('listSearch returns only parameters of the list that have a value, in a fixed order', () => {
    expect(listSearch(from('utm_source=x&page=2&district=Gaya&search=&tab=my&block=Amas'))).toBe(
      'block=Amas&district=Gaya&page=2',
    );
  });

  it('withFilter resets to page 1, and removes the block for a new district', () => {
    const changed = withFilter(from('district=Gaya&block=Amas&page=3&urgency=high'), 'district', 'Patna');
    expect(changed.toString()).toBe('district=Patna&urgency=high');
    expect(withFilter(from('search=x&page=2'), 'search', ' ').toString()).toBe('');
  });

  it('isFiltered is true only if a filter is set', () => {
    expect([isFiltered(from('page=2&tab=my')), isFiltered(from('search=x'))]).toEqual([false, true]);
  });
});
