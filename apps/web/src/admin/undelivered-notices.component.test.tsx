import type { UndeliveredList } from '@mutual-transfer/domain/administration/open-work';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { waitingQuery } from './admin.queries.ts';
import { UndeliveredNotices } from './undelivered-notices.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const id = '01990000-0000-7000-8000-000000000001';
const pagination = (total: number) => paginationOf({ page: 1, limit: 20 }, total);
const list: UndeliveredList = {
  deliveries: [
    {
      _id: id,
      kind: 'ring',
      channel: 'email',
      recipient: { _id: id, name: 'Mohan Prasad' },
      attempts: 1,
      error: '550 No such mailbox',
      endedAt: '2026-06-15T06:30:00.000Z',
    },
  ],
  pagination: pagination(1),
};

/** Number of waiting notices, as the navigation shows it. */
function Waiting() {
  const { data } = useQuery(waitingQuery('the account'));
  return <p>Waiting: {data?.undelivered?.count}</p>;
}

it('an administrator sees why a notice could not be sent, and sends it again', async () => {
  let isRetried = false;
  api = answerCalls((path) => {
    if (path === '/api/admin/waiting')
      return { status: 200, body: { undelivered: { count: isRetried ? 0 : 1 } } };
    if (path.endsWith('/retry')) {
      isRetried = true;
      return { status: 200, body: { message: 'The notice is sent again.' } };
    }
    return { status: 200, body: isRetried ? { deliveries: [], pagination: pagination(0) } : list };
  });
  await show(
    <>
      <Waiting />
      <UndeliveredNotices userId="the account" />
    </>,
  );
  await expect.element(page.getByText('Waiting: 1')).toBeVisible();
  await expect.element(page.getByText('550 No such mailbox')).toBeVisible();
  await page.getByRole('button', { name: 'Send again: Mohan Prasad' }).click();
  await expect.element(page.getByText('The notice is sent again.')).toHaveFocus();
  await expect.element(page.getByText('Every notice was sent')).toBeVisible();
  await expect.element(page.getByText('Waiting: 0')).toBeVisible();
  expect(api.calls.map(({ path }) => path)).toContain(`/api/admin/undelivered/${id}/retry`);
});
