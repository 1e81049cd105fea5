import type { BlockList } from '@mutual-transfer/domain/accounts/contact-views';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { BlockedTeachers } from './own-privacy.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('a retry lists the blocked teachers after they could not be loaded', async () => {
  let isDown = true;
  const blocks = [{ user: { _id: idOf(2), name: 'Mohan Prasad' }, blockedAt: '2026-06-15T06:30:00.000Z' }];
  api = answerCalls(() =>
    isDown
      ? { status: 500, body: { code: 'internal', message: '' } }
      : { status: 200, body: { blocks } satisfies Pick<BlockList, 'blocks'> },
  );
  await show(<BlockedTeachers userId="the account" />);
  await expect
    .element(page.getByText('The list of blocked teachers could not be changed or loaded.'))
    .toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Mohan Prasad')).toBeVisible();
});
