import type { ContactPatterns as Patterns } from '@mutual-transfer/domain/accounts/contact-views';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { ContactPatternsSection } from './contact-patterns.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const id = '01990000-0000-7000-8000-000000000001';
const user = { _id: id, name: 'Mohan Prasad', email: 'mohan@example.com', isActive: false };
const accounts = [{ user, openedLastHour: 200, openedLastDay: 231, refusedLastDay: 1_040 }];

it('accounts that opened many contacts are listed with links to their pages', async () => {
  api = answerCalls((): { status: number; body: Patterns } => ({
    status: 200,
    body: { accounts, addresses: [] },
  }));
  await show(<ContactPatternsSection userId="the account" />);
  const link = page.getByRole('link', { name: user.name });
  await expect.element(link).toHaveAttribute('href', `/?section=person&person=${id}`);
  for (const text of ['Inactive', '200', '231', '1,040'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/admin/contact-patterns']);
});

it('without contact patterns a message says so', async () => {
  api = answerCalls(() => ({ status: 200, body: { accounts: [], addresses: [] } }));
  await show(<ContactPatternsSection userId="the account" />);
  await expect.element(page.getByText('No account opened unusually many contacts')).toBeVisible();
});

it('addresses from which several accounts opened contacts are listed', async () => {
  const address = { address: '203.0.113.40', accounts: 12, openedLastDay: 270, openedWithoutStanding: 300 };
  api = answerCalls(() => ({ status: 200, body: { accounts: [], addresses: [address] } }));
  await show(<ContactPatternsSection userId="the account" />);
  for (const text of ['203.0.113.40', '12', '270', '300'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});
