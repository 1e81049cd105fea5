import type { Page } from '@playwright/test';
import { newTeacher, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const siwan = { district: 'Siwan', block: 'Maharajganj' };
const saran = { district: 'Saran', block: 'Amnour' };

/** Returns true for a call that opens the stream of changes. */
const isStream = (call: { url: () => string }) => new URL(call.url()).pathname === '/api/live';

/** Disables the polling timers of the page. */
async function stopPolling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setInterval } = window;
    window.setInterval = ((work: TimerHandler, milliseconds = 0) =>
      milliseconds < 30_000 ? setInterval(work, milliseconds) : 0) as typeof window.setInterval;
  });
}

test('an alert appears on the open page of its recipient without polling', async ({
  page,
  browser,
  product,
}) => {
  const reader = newTeacher('Lalita Devi', siwan, saran);
  const { id, token } = await signUp(page, reader);
  await postByApi(page, reader, token);
  const context = await browser.newContext({ baseURL: product.address });
  const other = await context.newPage();
  const writer = newTeacher('Mohan Prasad', saran, siwan);
  const headers = { authorization: `Bearer ${(await signUp(other, writer)).token}` };
  await stopPolling(page);
  const opened = page.waitForResponse(isStream);
  await page.goto('/dashboard');
  const bell = page.getByRole('banner').getByRole('link', { name: /^Alerts/ });
  await expect(bell).toBeVisible();
  expect((await opened).headers()['content-type']).toBe('text/event-stream');
  await expect(page.getByText('Shall we swap, Lalita?')).toHaveCount(0);
  const data = { message: 'Shall we swap, Lalita?' };
  expect((await other.request.post(`/api/alerts/${id}`, { headers, data })).status()).toBe(201);
  await expect(bell).toHaveAccessibleName(/\(\d+ new\)/);
  await expect(page.getByText('Shall we swap, Lalita?').first()).toBeVisible();
  await context.close();
});

test('the stream is closed in a hidden tab, and opened again on return', async ({ page }) => {
  await signUp(page, newTeacher('Nirmala Devi', siwan, saran));
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const opened = page.waitForResponse(isStream);
  await page.goto('/dashboard');
  await opened;
  const closed = page.waitForEvent('requestfailed', (request) => isStream(request));
  await show('hidden');
  await closed;
  const again = page.waitForResponse(isStream);
  await show('visible');
  expect((await again).status()).toBe(200);
});
