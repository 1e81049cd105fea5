import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { agreementList } from '../testing/agreements.ts';
import { idOf, match, ownRequest, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AgreedDialog from './agreed-dialog.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a teacher who agreed on a swap can propose it to a direct swap, or invite a match without a request to post one', async () => {
  signInAs();
  const request = ownRequest();
  const matches = [
    match({ user: person({ _id: idOf(30), name: 'Posted Kumari' }) }),
    match({
      user: person({ _id: idOf(31), name: 'Silent Kumari' }),
      hasActiveRequest: false,
      requests: null,
      isInvitable: true,
    }),
    match({ user: person({ _id: idOf(32), name: 'Far Kumari' }), isPerfectMatch: false, requests: null }),
  ];
  api = answerCalls((path) =>
    path.endsWith('/invitations')
      ? { status: 201, body: { message: 'The invitation has been sent.' } }
      : {
          status: 200,
          body: {
            matches,
            total: 3,
            perfect: 2,
            wantsYourPlace: 0,
            registered: { perfect: 0, wantsYourPlace: 0 },
            ...agreementList(),
          },
        },
  );
  const onConfirm = vi.fn();
  await show(
    <AgreedDialog
      failure={undefined}
      isBusy={false}
      onClose={() => {}}
      onConfirm={onConfirm}
      request={request}
    />,
  );
  const dialog = page.getByRole('dialog', { name: 'With whom is the swap agreed?' });
  await expect.element(dialog.getByText('Posted Kumari')).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Propose this swap: Posted Kumari' }))
    .toBeVisible();
  await expect.element(dialog.getByText('Far Kumari')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: /Silent Kumari/ }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(page.getByText('The invitation has been sent.')).toBeVisible();
  expect(api.calls).toContainEqual({
    path: `/api/requests/${request._id}/invitations`,
    body: { user: idOf(31) },
  });
  expect(onConfirm).not.toHaveBeenCalled();
});

it('a teacher who agreed with someone outside the matches sees how to propose to that teacher before the request is closed', async () => {
  signInAs();
  const request = ownRequest();
  const found = {
    matches: [],
    total: 0,
    perfect: 0,
    wantsYourPlace: 0,
    registered: { perfect: 0, wantsYourPlace: 0 },
  };
  api = answerCalls(() => ({ status: 200, body: { ...found, ...agreementList() } }));
  const onConfirm = vi.fn();
  await show(
    <AgreedDialog
      failure={undefined}
      isBusy={false}
      onClose={() => {}}
      onConfirm={onConfirm}
      request={request}
    />,
  );
  const dialog = page.getByRole('dialog', { name: 'A swap is agreed' });
  await expect.element(dialog.getByText(/Ask them to post a request for your place/)).toBeVisible();
  await dialog.getByRole('button', { name: 'A swap is agreed' }).click();
  await expect.poll(() => onConfirm).toHaveBeenCalledOnce();
});
