import { expect, it } from 'vitest';
import { withPage } from './page-search.ts';

const from = (query: string) => new URLSearchParams(query);

it('omits the number of the first page', () => {
  expect(withPage(from('district=Gaya&page=3'), 1)).toBe('?district=Gaya');
  expect(withPage(from('page=3'), 1)).toBe('');
  expect(withPage(from('district=Gaya'), 2)).toBe('?district=Gaya&page=2');
});

it('keeps the page of another list', () => {
  expect(withPage(from('page=3&otherPage=2'), 4, 'otherPage')).toBe('?page=3&otherPage=4');
});
