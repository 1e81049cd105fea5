import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import AgreementsPage from './agreements-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('the placeholder of the agreements is as high as the screen, so that the footer does not move in sight', async () => {
  await page.viewport(360, 640);
  signInAs();
  api = answerCalls(() => new Promise(() => {}));
  await show(<AgreementsPage />);
  const placeholder = page.getByRole('status', { name: /^Loading/ });
  await expect.element(placeholder).toBeVisible();
  expect(placeholder.element().parentElement?.offsetHeight).toBeGreaterThanOrEqual(640);
});
