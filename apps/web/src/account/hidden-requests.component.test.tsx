import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, ownRequest } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { HiddenRequests } from './own-privacy.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('the account lists a hidden swap, and a button shows it in the request list again', async () => {
  const hidden = ownRequest({ status: 'completed', isHidden: true });
  let requests = [hidden, ownRequest({ _id: idOf(11), desiredBlock: 'Amas', isHidden: false })];
  api = answerCalls((_path, body) => {
    if (body !== undefined) requests = [];
    return { status: 200, body: { requests } };
  });
  await show(<HiddenRequests userId="the account" />);
  await expect.element(page.getByText('Bodh Gaya, Gaya')).toBeVisible();
  expect(page.getByText('Amas, Gaya').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Show it in my list again: Bodh Gaya, Gaya' }).click();
  await expect.element(page.getByText('The swap is in your list again.')).toBeVisible();
  await expect.poll(() => page.getByRole('listitem').elements()).toEqual([]);
  expect(api.calls).toContainEqual({ path: `/api/requests/${idOf(10)}/hidden`, body: { hidden: false } });
});

it('a retry lists the hidden swaps after they could not be loaded', async () => {
  let isDown = true;
  api = answerCalls(() =>
    isDown
      ? { status: 500, body: { code: 'internal', message: '' } }
      : { status: 200, body: { requests: [ownRequest({ status: 'completed', isHidden: true })] } },
  );
  await show(<HiddenRequests userId="the account" />);
  await expect.element(page.getByText('Failed to fetch your requests')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Bodh Gaya, Gaya')).toBeVisible();
});
