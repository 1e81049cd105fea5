import type { ContactViews } from '@mutual-transfer/domain/accounts/contact-views';
import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { person } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ContactSeen } from './own-privacy.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

function Refetch() {
  const client = useQueryClient();
  return (
    <button onClick={() => void client.invalidateQueries()} type="button">
      Refetch
    </button>
  );
}

const views: ContactViews = {
  total: 12,
  views: [
    {
      viewer: person({ name: 'Mohan Prasad' }),
      place: 'list',
      openedAt: '2026-06-14T06:30:00.000Z',
      seenAt: '2026-06-15T06:30:00.000Z',
    },
  ],
};

it.each([
  ['en', /^12 teachers have seen your phone number/, 'Show who', /15 Jun 2026/],
  ['hi', /(12|१२) शिक्षकों ने आपका फ़ोन नंबर/, 'किन्होंने देखा', /15 जून 2026/],
] as const)(
  'a teacher sees how many teachers saw the contact details, who they are, and when (%s)',
  async (...row) => {
    const [language, sentence, who, date] = row;
    api = answerCalls(() => ({ status: 200, body: views }));
    await show(<ContactSeen userId="the account" />, language);
    await expect.element(page.getByText(sentence)).toBeVisible();
    await page.getByText(who).click();
    await expect.element(page.getByText(/Mohan Prasad/)).toBeVisible();
    await expect.element(page.getByText(date)).toBeVisible();
    expect(api.calls.map(({ path }) => path)).toEqual(['/api/auth/contact-views']);
  },
);

it('the viewers stay visible while the server is unreachable', async () => {
  let isDown = false;
  api = answerCalls(() => (isDown ? { status: 502, body: 'no page' } : { status: 200, body: views }));
  await show(
    <>
      <Refetch />
      <ContactSeen userId="the account" />
    </>,
  );
  await page.getByText('Show who').click();
  await expect.element(page.getByText(/Mohan Prasad/)).toBeVisible();
  isDown = true;
  await page.getByRole('button', { name: 'Refetch' }).click();
  await expect.poll(() => api?.calls.length).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Refetch' })).toHaveFocus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(page.getByText(/Mohan Prasad/)).toBeVisible();
});
