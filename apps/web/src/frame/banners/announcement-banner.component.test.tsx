import type { OwnAnnouncements } from '@mutual-transfer/domain/administration/announcement';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../../testing/show.tsx';
import { AnnouncementBanner } from './announcement-banner.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  localStorage.clear();
});

const announcement = (number: number, text: string) => ({
  _id: `01990000-0000-7000-8000-00000000000${number}`,
  text,
  language: 'en',
  startsAt: '2026-11-24T00:00:00.000Z',
  endsAt: '2026-12-08T00:00:00.000Z',
});

it('a teacher reads the newest announcement, closes it, reads the next, and never sees a closed one again', async () => {
  const body: OwnAnnouncements = {
    announcements: [announcement(2, 'The list closes on Friday.'), announcement(1, 'The season is open.')],
  };
  api = answerCalls(() => ({ status: 200, body }));
  await show(<AnnouncementBanner userId="me" />);
  await expect.element(page.getByText('The list closes on Friday.')).toBeVisible();
  await expect.element(page.getByText('The season is open.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Close the announcement' }).click();
  await expect.element(page.getByText('The season is open.')).toBeVisible();
  const again = await show(<AnnouncementBanner userId="me again" />);
  await expect.element(again.getByText('The season is open.').last()).toBeVisible();
  expect(page.getByText('The list closes on Friday.').elements()).toEqual([]);
});
