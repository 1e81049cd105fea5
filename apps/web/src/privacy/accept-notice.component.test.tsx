import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AcceptNotice from './accept-notice.tsx';

let api: ReturnType<typeof answerCalls>;
afterEach(() => {
  api.stop();
  clearSession();
});

it('asks for a box that is not ticked before, and stores the consent to the version that was shown', async () => {
  api = answerCalls((path) =>
    path === '/api/auth/consent'
      ? { status: 200, body: {} }
      : { status: 200, body: { supportEmail: 'help@example.org', portalUrl: null } },
  );
  signInAs('teacher');
  await show(<AcceptNotice userId={idOf(1)} />, 'hi');
  const box = page.getByRole('checkbox', { name: /मैं सहमत हूँ/ });
  await expect.element(box).not.toBeChecked();
  await page.getByRole('button', { name: 'सहमत हूँ, आगे बढ़ें' }).click();
  await expect.element(page.getByText(/कृपया सूचना पढ़ें/)).toBeVisible();
  const sent = () => api.calls.filter(({ path }) => path === '/api/auth/consent');
  expect(sent()).toEqual([]);
  await box.click();
  await page.getByRole('button', { name: 'सहमत हूँ, आगे बढ़ें' }).click();
  await expect.poll(sent).toEqual([{ path: '/api/auth/consent', body: { version: '2026-11-28' } }]);
});
