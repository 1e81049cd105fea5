import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { profileQuery } from '../platform/profile.ts';
import { clearSession } from '../platform/session.ts';
import { ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { WishDrift } from './profile-card.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

function OwnDrift({ userId }: { userId: string }) {
  const { data } = useQuery(profileQuery(userId));
  return data === undefined ? null : (
    <WishDrift requests={[ownRequest({ desiredDistrict: 'Patna', desiredBlock: 'Danapur' })]} user={data} />
  );
}

it('a change of the desired place to that of the request takes the focus of the removed note', async () => {
  let account = signInAs();
  api = answerCalls((_path, body) => {
    if (body !== undefined) account = { ...account, desiredDistrict: 'Patna', desiredBlock: 'Danapur' };
    return { status: 200, body: account };
  });
  await show(<OwnDrift userId={account._id} />);
  await page.getByRole('button').click();
  await expect.element(page.getByText('Your changes have been saved.')).toHaveFocus();
  expect(page.getByRole('button').elements()).toEqual([]);
});
