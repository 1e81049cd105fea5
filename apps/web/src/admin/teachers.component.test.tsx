import type { PeopleList } from '@mutual-transfer/domain/administration/administration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { PaidUsers } from './teachers.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => api?.stop());

it('the list of payments shows the date of a refund', async () => {
  const paymentDate = '2026-06-15T06:00:00Z';
  const refunded = { isPaid: false, paymentAmount: 10, paymentDate, refundedAt: '2026-06-20T06:00:00Z' };
  const body: PeopleList = {
    users: [{ ...signInAs('teacher'), ...refunded }],
    pagination: { page: 1, limit: 20, total: 1, pages: 1, totalIsExact: true },
  };
  api = answerCalls(() => ({ status: 200, body }));
  await show(<PaidUsers userId="a" />);
  await expect.element(page.getByText(/Refunded on 20 Jun/)).toBeVisible();
});
