import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, person } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { PairsSection } from './pairs.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const named = (number: number, name: string) => person({ _id: idOf(number), name });

it('pairs are listed five per page in two lists, each with its own search, and can be collapsed', async () => {
  const pagination = { page: 1, limit: 5, total: 6, pages: 2, totalIsExact: true };
  api = answerCalls(() => ({
    status: 200,
    body: {
      perfectMatches: [{ userA: named(1, 'Asha Devi'), userB: named(2, 'Usha Devi') }],
      potentialMatches: [{ requestor: named(3, 'Rekha Devi'), target: named(4, 'Rani Devi') }],
      perfectPagination: pagination,
      potentialPagination: { ...pagination, total: 0, pages: 0 },
    },
  }));
  await show(<PairsSection userId="the account" />);
  expect(api.calls).toEqual([]);
  await page.getByText('Perfect matches', { exact: true }).click();
  const [perfect, potential] = [page.getByRole('group').first(), page.getByRole('group').nth(1)];
  await expect.element(perfect.getByText('Usha Devi')).toBeVisible();
  const [first, second] = ['Asha Devi', 'Usha Devi'].map((name) => {
    const { fontSize, fontWeight, lineHeight } = getComputedStyle(perfect.getByText(name).element());
    return { fontSize, fontWeight, lineHeight };
  });
  expect(first).toEqual(second);
  await expect.element(potential.getByRole('heading', { name: 'Potential matches' })).toBeVisible();
  await expect.element(perfect.getByRole('link', { name: 'Page 2' })).toBeVisible();
  await perfect.getByRole('searchbox').fill('Asha');
  const latestQuery = () => {
    const [url] = vi.mocked(fetch).mock.calls.at(-1) ?? [''];
    return Object.fromEntries(new URL(String(url), location.href).searchParams);
  };
  await expect.poll(latestQuery).toMatchObject({ perfectSearch: 'Asha', limit: '5' });
  await perfect.getByText('Perfect matches', { exact: true }).click();
  await expect.element(page.getByText('Usha Devi')).not.toBeInTheDocument();
});

it('pairs that failed to load show an error with a retry', async () => {
  api = answerCalls(() => ({ status: 500, body: {} }));
  await show(<PairsSection userId="the account" />, 'en', '/?perfectPage=2');
  await expect.element(page.getByText('Failed to fetch data').first()).toBeVisible();
  const before = api.calls.length;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.poll(() => api?.calls.length).toBeGreaterThan(before);
});
