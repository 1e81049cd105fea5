import { SIGN_UP_POPUP_DELAY } from '@mutual-transfer/domain/constants';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { SignUpPopup } from './sign-up-popup.tsx';

const invitation = page.getByRole('dialog', { name: 'Looking for a transfer?' });

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

/** Presses a button of a form without focusing a field. */
function press(): void {
  const event = new Event('pointerdown', { bubbles: true });
  Object.defineProperty(event, 'timeStamp', { value: performance.now() });
  document.querySelector('form button')?.dispatchEvent(event);
}

const screen = (
  <>
    <form aria-label="Filters">
      <button type="button">Apply</button>
    </form>
    <SignUpPopup />
  </>
);

it('the invitation is shown after 20 seconds', async () => {
  await show(screen);
  vi.advanceTimersByTime(SIGN_UP_POPUP_DELAY - 1);
  await expect.element(invitation).not.toBeInTheDocument();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(invitation).toBeVisible();
});

it('the invitation waits until no form has been used for ten seconds', async () => {
  await show(screen);
  vi.advanceTimersByTime(SIGN_UP_POPUP_DELAY - 1_000);
  press();
  vi.advanceTimersByTime(1_000 + 8_000);
  await expect.element(invitation).not.toBeInTheDocument();
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await expect.element(invitation).toBeVisible();
});

it('the invitation is shown once per visit', async () => {
  const first = await show(screen);
  vi.advanceTimersByTime(SIGN_UP_POPUP_DELAY);
  for (const name of ['Create Account', 'Sign in'])
    await expect.element(invitation.getByRole('link', { name })).toBeVisible();
  await invitation.getByRole('button', { name: 'Continue browsing' }).click();
  await expect.element(invitation).not.toBeInTheDocument();
  await first.unmount();
  await show(screen);
  vi.advanceTimersByTime(2 * SIGN_UP_POPUP_DELAY);
  await expect.element(page.getByRole('button', { name: 'Apply' })).toBeVisible();
  await expect.element(invitation).not.toBeInTheDocument();
});
