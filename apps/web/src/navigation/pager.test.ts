import { expect, it } from 'vitest';
import { pageNumbers } from './pager.tsx';

it('centres the current page unless an end is near', () => {
  expect(pageNumbers(1, 9, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(5, 9, 5)).toEqual([3, 4, 5, 6, 7]);
  expect(pageNumbers(9, 9, 5)).toEqual([5, 6, 7, 8, 9]);
  expect(pageNumbers(2, 9, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(1, 2, 5)).toEqual([1, 2]);
});
