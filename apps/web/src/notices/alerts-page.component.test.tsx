import type { Alert, AlertList, SentAlert } from '@mutual-transfer/domain/notices/alert';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AlertsPage, { Received } from './alerts-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const alert = (number: number, isRead = false): Alert => ({
  _id: idOf(number),
  fromUser: person(),
  kind: 'message',
  message: `Message ${number}`,
  isRead,
  isHiddenForRecipient: false,
  createdAt: '2026-06-15T06:30:00.000Z',
});

const answer: SentAlert = {
  _id: idOf(9),
  toUser: person(),
  message: 'My answer',
  isRead: true,
  createdAt: '2026-06-16T06:30:00.000Z',
};

it('the unread alerts of a page are marked as read by one button', async () => {
  const alerts = [alert(1), alert(2, true), alert(3)];
  const read = new Set<string>();
  api = answerCalls((path) => {
    const marked = /alerts\/(.+)\/read/.exec(path)?.[1];
    if (marked !== undefined) read.add(marked);
    const pagination = { page: 1, limit: 20, total: 3, pages: 1, totalIsExact: true };
    if (path === '/api/alerts/sent') return { status: 200, body: { data: { alerts: [answer], pagination } } };
    const shown = alerts.map((one) => ({ ...one, isRead: one.isRead || read.has(one._id) }));
    const body: AlertList = { data: { alerts: shown, pagination } };
    return { status: 200, body };
  });
  await show(<Received page={1} userId="the account" />);
  // Three messages of one teacher and the answer to them are one entry.
  await expect.element(page.getByText('Conversation with Sunita Kumari (4)')).toBeVisible();
  expect(document.querySelectorAll('article')).toHaveLength(1);
  await page.getByText('Conversation with Sunita Kumari (4)').click();
  await expect.element(page.getByText('My answer')).toBeVisible();
  await page.getByRole('button', { name: 'Mark these as read' }).click();
  await expect.element(page.getByText('New', { exact: true })).not.toBeInTheDocument();
  await expect.poll(() => [...read].toSorted()).toEqual([idOf(1), idOf(3)]);
  await expect.element(page.getByRole('button', { name: 'Mark these as read' })).not.toBeInTheDocument();
  // The list shows the change, and is not fetched again.
  expect(api.calls.filter(({ path }) => path === '/api/alerts')).toHaveLength(1);
});

it('older alerts are shown page by page', async () => {
  signInAs();
  api = answerCalls((path, _body, parameters) => {
    const number = path === '/api/alerts' ? Number(parameters.get('page')) : 1;
    const pagination = { page: number, limit: 20, total: 45, pages: 3, totalIsExact: true };
    return {
      status: 200,
      body: { data: { alerts: path === '/api/alerts' ? [alert(number)] : [], pagination } },
    };
  });
  await show(<AlertsPage />);
  await expect.element(page.getByText('Message 1')).toBeVisible();
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect.element(page.getByText('Message 3')).toBeVisible();
});
