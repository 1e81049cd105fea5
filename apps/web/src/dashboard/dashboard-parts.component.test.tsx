import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { InviteBox } from './dashboard-parts.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('copies the invitation, and confirms it for three seconds', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show(<InviteBox />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await page.getByRole('heading', { name: 'Invite other teachers' }).click();
  await page.getByRole('button', { name: 'Copy Text' }).click();
  const said = page.getByText('Invite message copied...');
  await expect.element(said).toBeVisible();
  vi.advanceTimersByTime(2_999);
  await expect.element(said).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(said).not.toBeInTheDocument();
  const [text = ''] = copy.mock.calls[0] ?? [];
  expect(text).toContain(location.origin);
  await expect
    .element(page.getByRole('link', { name: 'WA: share on WhatsApp' }))
    .toHaveAttribute('href', `https://wa.me/?text=${encodeURIComponent(text)}`);
});

it("shares the invitation with the phone's share sheet", async () => {
  const share = vi.fn(async () => {});
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  await show(<InviteBox />);
  await page.getByRole('heading', { name: 'Invite other teachers' }).click();
  await page.getByRole('button', { name: 'Share Now' }).click();
  await expect.poll(() => share.mock.calls).toEqual([[{ text: expect.stringContaining(location.origin) }]]);
  Reflect.deleteProperty(navigator, 'share');
});
