import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { clearSession } from './session.ts';
import { useAccess } from './use-access.ts';

const NOON = new Date('2026-06-15T06:30:00.000Z').getTime();

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
  vi.useRealTimers();
});

function Reader() {
  return <p>{useAccess()}</p>;
}

it('the payment status is fetched once a minute, also across reloads', async () => {
  signInAs();
  api = answerCalls(() => ({ status: 200, body: { isPaymentRequired: true, isPaid: true } }));
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const [passed, calls] of [
    [0, 1],
    [59_999, 1],
    [60_000, 2],
  ] as const) {
    vi.setSystemTime(NOON + passed);
    // Each render has its own cache, as after a reload.
    const screen = await show(<Reader />);
    await expect.element(page.getByText('open')).toBeVisible();
    expect(api.calls, `after ${passed} ms`).toHaveLength(calls);
    await screen.unmount();
  }
});

it('a failed check counts as not paid', async () => {
  signInAs();
  api = answerCalls(() => ({ status: 503, body: {} }));
  await show(<Reader />);
  await expect.element(page.getByText('unverified')).toBeVisible();
});
