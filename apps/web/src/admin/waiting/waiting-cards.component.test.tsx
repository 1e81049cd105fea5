import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../../platform/session/session.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { WaitingCards } from './waiting-cards.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const none = { count: 0, list: '/api/admin/reports' };

function answerWith(counts: object) {
  const body = { reports: none, heldTexts: none, overdueAgreements: none, partlyJoined: none, ...counts };
  api = answerCalls(() => ({ status: 200, body }));
}

it('each count links to the list of waiting items', async () => {
  answerWith({
    moneyReports: { count: 2, list: '/api/admin/reports?state=open&reason=money' },
    partlyJoined: { count: 1, list: '/api/admin/agreements?joined=some' },
  });
  await show(<WaitingCards userId="a" />);
  const money = page.getByRole('link', { name: 'Reports of money 2' });
  await expect.element(money).toHaveAttribute('href', '/?section=reports&state=open&reason=money');
  const joined = page.getByRole('link', { name: 'Groups in which only some joined 1' });
  await expect.element(joined).toHaveAttribute('href', '/?section=agreements&joined=some');
  expect(page.getByRole('link').elements()).toHaveLength(2);
});

it('shows a message if nothing waits', async () => {
  answerWith({});
  await show(<WaitingCards userId="a" />);
  await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
});
