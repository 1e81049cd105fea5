import { expect, test } from 'vitest';
import { totalOf } from './read-page.ts';

/** Count of the rows that no page of the test gives. */
const COUNTED = 99;

test.each([
  { page: 1, limit: 5, rows: 5, total: COUNTED },
  { page: 3, limit: 5, rows: 1, total: 11 },
  { page: 1, limit: 5, rows: 3, total: 3 },
  { page: 1, limit: 5, rows: 0, total: 0 },
  { page: 9, limit: 5, rows: 0, total: COUNTED },
])('page $page with $rows of at most $limit rows has a total of $total', async ({ rows, total, ...page }) => {
  expect(await totalOf(page, rows, async () => COUNTED)).toBe(total);
});

test.each([
  { page: 1, limit: 5, rows: 5 },
  { page: 9, limit: 5, rows: 0 },
])('rows are counted for page $page with $rows rows', async ({ rows, ...page }) => {
  await expect(totalOf(page, rows, () => Promise.reject(new Error('counted')))).rejects.toThrow('counted');
});

test('rows are not counted for the last page', async () => {
  const count = () => Promise.reject(new Error('counted'));
  expect(await totalOf({ page: 2, limit: 5 }, 4, count)).toBe(9);
});
