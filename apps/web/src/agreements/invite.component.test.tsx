import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { Invite } from './invite.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('an invitation is sent after a confirmation, and its result takes the focus of the removed button', async () => {
  api = answerCalls(() => ({ status: 200, body: { message: 'The invitation was sent.' } }));
  await show(<Invite name="Mohan Prasad" requestId={idOf(10)} user={idOf(2)} />);
  await page.getByRole('button', { name: /: Mohan Prasad$/ }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect.element(page.getByText('The invitation was sent.')).toHaveFocus();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(api.calls).toEqual([{ path: `/api/requests/${idOf(10)}/invitations`, body: { user: idOf(2) } }]);
});
