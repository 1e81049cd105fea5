import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { NotSearched, whyNotSearched } from './not-searched.tsx';

const agreement = { _id: '0197c000-0000-7000-8000-000000000001', isFiled: false };

it.each([
  ['request', [{ status: 'held' }]],
  ['new request after a move', [{ status: 'held' }, { status: 'completed' }]],
] as const)('a teacher whose %s is held reads that it waits, without a link', async (_name, requests) => {
  const why = whyNotSearched(requests);
  await show(why && <NotSearched why={why} />);
  await expect.element(page.getByText(/^Your request waits for an administrator/)).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

it.each([
  ['agreed', 'A swap is agreed', /^Your swap is agreed, so no matches are looked for/],
  ['moved', 'Congratulations: you have moved!', /^You have moved, so no matches are looked for/],
] as const)('the notice “%s” explains its short title in a text', async (why, title, text) => {
  await show(<NotSearched why={why} />);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole('paragraph').filter({ hasText: text })).toBeVisible();
});

it.each([
  ['has joined before the other members', 'moved', [{ status: 'completed', agreement }]],
  [
    'has agreed and has another active request',
    'agreed',
    [{ status: 'pending', agreement }, { status: 'active' }],
  ],
  [
    'has hidden the request of an agreement under way',
    'agreed',
    [{ status: 'active', agreement: null, ownerAgreement: agreement._id }],
  ],
  ['only has active requests', undefined, [{ status: 'active' }]],
] as const)('for a teacher who %s the reason is %s', (_name, why, requests) => {
  expect(whyNotSearched(requests)).toBe(why);
});

it('the link to the next step is as high as a thumb', async () => {
  await show(<NotSearched why="agreed" />);
  const link = page.getByRole('link').element();
  expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});
