import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, ownRequest } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnRequestList } from './own-request.tsx';

const can = { changeStatusTo: [], renew: false, edit: false };

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('a completed swap can be hidden from the list, but not deleted', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  const record = ownRequest({ status: 'completed', can: { ...can, delete: false, hide: true } });
  await show(<OwnRequestList requests={[record]} />);
  await page.getByRole('heading').click();
  expect(page.getByRole('button', { name: /^Delete/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: /^Hide from my list: Bodh Gaya, Gaya/ }).click();
  await expect.element(page.getByText(/no longer in your list/)).toBeVisible();
  const hiding = { path: `/api/requests/${idOf(10)}/hidden`, body: { hidden: true } };
  expect(api.calls.filter(({ body }) => body !== undefined)).toEqual([hiding]);
});

it('a request in an agreement is neither deleted nor hidden', async () => {
  const bound = ownRequest({
    status: 'pending',
    agreement: { _id: idOf(60), isFiled: true },
    can: { ...can, delete: false, hide: false },
  });
  await show(<OwnRequestList requests={[bound]} />);
  await page.getByRole('heading').click();
  await expect.element(page.getByText('See the agreement')).toBeVisible();
  expect(page.getByRole('button', { name: /^(Delete|Hide from)/ }).elements()).toEqual([]);
});
