import type { PeopleList, TeacherList } from '@mutual-transfer/domain/administration/administration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { PaidUsers, Teachers } from './teachers.tsx';

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

it('a teacher of a stage who is posted elsewhere has a name and a place, and neither a link nor actions', async () => {
  const place = {
    district: 'Gaya',
    currentDistrict: 'Gaya',
    postingBlock: 'Bodh Gaya',
    currentBlock: 'Bodh Gaya',
    isElsewhere: true as const,
  };
  const body: TeacherList = {
    users: [{ _id: '01990000-0000-7000-8000-000000000002', name: 'Nikki Baitha', ...place }],
    pagination: { page: 1, limit: 20, total: 1, pages: 1, totalIsExact: true },
  };
  api = answerCalls(() => ({ status: 200, body }));
  await show(<Teachers userId="a" />);
  await expect.element(page.getByText('Bodh Gaya, Gaya')).toBeVisible();
  await expect
    .element(page.getByRole('rowheader', { name: 'Nikki Baitha Posted outside your districts by now' }))
    .toBeVisible();
  const table = page.getByRole('table', { name: 'Teachers' });
  expect(table.getByRole('link', { name: 'Nikki Baitha' }).elements()).toEqual([]);
  expect(table.getByRole('button').elements()).toEqual([]);
});
