import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { agreementList } from '../testing/agreements.ts';
import { ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import MoveDialog from './move-dialog.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a completed transfer asks for the new posting, with the desired place as default', async () => {
  signInAs();
  const request = ownRequest({ status: 'pending' });
  const completed = { ...request, status: 'completed' };
  api = answerCalls((path) =>
    path.endsWith('/status')
      ? { status: 200, body: { data: { request: completed } } }
      : { status: 200, body: { districts: [], ...agreementList() } },
  );
  const onMoved = vi.fn();
  await show(<MoveDialog onClose={() => {}} onMoved={onMoved} request={request} />);
  const dialog = page.getByRole('dialog', { name: 'I have moved' });
  await expect.element(dialog.getByText(/Where do you work now\?/)).toBeVisible();
  await dialog.getByRole('textbox', { name: /New school/ }).fill('Kanya Vidyalaya');
  await dialog.getByRole('button', { name: 'I have moved' }).click();
  await expect.poll(() => onMoved.mock.calls).toEqual([[completed]]);
  const newPosting = { district: 'Gaya', postingBlock: 'Bodh Gaya', schoolName: 'Kanya Vidyalaya' };
  expect(api.calls.find(({ path }) => path.endsWith('/status'))?.body).toEqual({
    status: 'completed',
    newPosting,
  });
});
