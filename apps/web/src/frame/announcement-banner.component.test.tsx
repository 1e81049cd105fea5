import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { meOf } from '../testing/dashboards.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { AnnouncementBanner } from './member-frame.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
});

const announcement = (number: number, text: string) => ({
  _id: `01990000-0000-7000-8000-00000000000${number}`,
  text,
  language: 'en',
  startsAt: '2026-11-24T00:00:00.000Z',
  endsAt: '2026-12-08T00:00:00.000Z',
});

it('a teacher reads the newest announcement, closes it, reads the next, and never sees a closed one again', async () => {
  const announcements = [
    announcement(2, 'The list closes on Friday.'),
    announcement(1, 'The season is open.'),
  ];
  const body = meOf(signInAs(), { announcements });
  api = answerCalls(() => ({ status: 200, body }));
  await show(<AnnouncementBanner />);
  await expect.element(page.getByText('The list closes on Friday.')).toBeVisible();
  await expect.element(page.getByText('The season is open.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Close the announcement' }).click();
  await expect.element(page.getByText('The season is open.')).toBeVisible();
  const again = await show(<AnnouncementBanner />);
  await expect.element(again.getByText('The season is open.').last()).toBeVisible();
  expect(page.getByText('The list closes on Friday.').elements()).toEqual([]);
});
