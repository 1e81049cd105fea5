import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { NotSearched, whyNotSearched } from './not-searched.tsx';

it.each([
  ['request', [{ status: 'held' }]],
  ['new request after a move', [{ status: 'held' }, { status: 'completed' }]],
] as const)('a teacher whose %s is held reads that it waits, without a link', async (_name, requests) => {
  const why = whyNotSearched(requests);
  await show(why && <NotSearched why={why} />);
  await expect.element(page.getByText(/^Your request waits for an administrator/)).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});
