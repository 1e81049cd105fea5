import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, ownRequest } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnRequestList } from './own-request.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('one of several active requests can be made the first choice, and the current first choice is marked', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  const requests = [
    ownRequest({ _id: idOf(20), desiredBlock: 'Amas', rank: 1 }),
    ownRequest({ _id: idOf(21), desiredBlock: 'Bodh Gaya', rank: 2 }),
  ];
  await show(<OwnRequestList requests={requests} />);
  const [first, second] = [page.getByRole('article').first(), page.getByRole('article').last()];
  await expect.element(first.getByText('Choice 1')).toBeVisible();
  await first.getByRole('heading').click();
  expect(first.getByRole('button', { name: /^Make this my first choice/ }).elements()).toEqual([]);
  await second.getByRole('heading').click();
  await second.getByRole('button', { name: /^Make this my first choice: Bodh Gaya, Gaya/ }).click();
  await expect.element(page.getByText(/your first choice now/)).toBeVisible();
  const ranking = { path: `/api/requests/${idOf(21)}/rank`, body: { rank: 1 } };
  expect(api.calls.filter(({ body }) => body !== undefined)).toEqual([ranking]);
});

it('a single request has no rank', async () => {
  await show(<OwnRequestList requests={[ownRequest({ rank: 1 })]} />);
  await page.getByRole('heading').click();
  await expect.element(page.getByText('My parents are old.')).toBeVisible();
  expect(page.getByText(/Choice|first choice/).elements()).toEqual([]);
});
