import type { WhyNothingYet } from '@mutual-transfer/domain/matching/ring';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { Reasons } from './advice.tsx';

const nothing: WhyNothingYet = {
  directSwaps: 0,
  directSwapsVerified: 0,
  sameDistricts: 0,
  wantsYourPlace: 0,
  worksThere: 0,
  shortest: null,
  plannedTeachers: 0,
  plannedMoved: 0,
  planReason: null,
};

it('a teacher without matches reads one sentence instead of zeros', async () => {
  const { container } = await show(<Reasons reasons={nothing} />);
  await expect.element(page.getByText(/No teacher with your subject and class level/)).toBeVisible();
  expect(container.textContent).not.toMatch(/\d/);
});

it('the reasons contain only counts above zero', async () => {
  await show(<Reasons reasons={{ ...nothing, worksThere: 3 }} />);
  await expect.element(page.getByText('3', { exact: true })).toBeVisible();
  expect(page.getByText('0', { exact: true }).elements()).toEqual([]);
});
