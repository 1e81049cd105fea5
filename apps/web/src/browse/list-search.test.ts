import { describe, expect, it } from 'vitest';
import { isFiltered, listSearch, withFilter } from './list-search.ts';

const from = (query: string) => new URLSearchParams(query);

describe('the query of the list', () => {
  it('keeps known names with a value, in one order', () => {
    expect(listSearch(from('utm_source=x&page=2&district=Gaya&search=&tab=my&block=Amas'))).toBe(
      'block=Amas&district=Gaya&page=2',
    );
  });

  it('begins at page 1 after a change, and without a block in a new district', () => {
    const changed = withFilter(from('district=Gaya&block=Amas&page=3&urgency=high'), 'district', 'Patna');
    expect(changed.toString()).toBe('district=Patna&urgency=high');
    expect(withFilter(from('search=x&page=2'), 'search', ' ').toString()).toBe('');
  });

  it('knows whether it is filtered', () => {
    expect([isFiltered(from('page=2&tab=my')), isFiltered(from('search=x'))]).toEqual([false, true]);
  });
});
