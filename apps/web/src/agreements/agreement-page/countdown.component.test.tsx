import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { Countdown } from './agreement-page.tsx';

beforeEach(
  () =>
    void vi.useFakeTimers({
      now: new Date('2026-06-15T06:30:10.000Z'),
      toFake: ['Date', 'setInterval', 'clearInterval'],
    }),
);
afterEach(() => void vi.useRealTimers());

it('the remaining time counts down while the page is open, and disappears at the deadline', async () => {
  await show(<Countdown until="2026-06-17T07:31:00.000Z" />);
  const timer = page.getByRole('timer');
  await expect.element(timer).toHaveTextContent('2 days 1 hour 1 minute left to answer');
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(timer).toHaveTextContent('2 days 1 hour left to answer');
  vi.setSystemTime(new Date('2026-06-17T07:32:00.000Z'));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(timer).not.toBeInTheDocument();
});
