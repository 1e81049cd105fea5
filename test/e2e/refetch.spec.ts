import { newTeacher, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const siwan = { district: 'Siwan', block: 'Maharajganj' };
const saran = { district: 'Saran', block: 'Amnour' };

test('an alert appears on the dashboard of its recipient as soon as the hidden tab is shown', async ({
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
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await page.goto('/dashboard');
  // On a phone the alerts are in the bar.
  const bell = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: /^Alerts/ });
  await expect(bell).toBeVisible();
  await expect(page.getByText('Shall we swap, Lalita?')).toHaveCount(0);
  await show('hidden');
  const data = { message: 'Shall we swap, Lalita?' };
  expect((await other.request.post(`/api/alerts/${id}`, { headers, data })).status()).toBe(201);
  await show('visible');
  await expect(bell).toHaveAccessibleName(/\(\d+ new\)/);
  await expect(page.getByText('Shall we swap, Lalita?').first()).toBeVisible();
  await context.close();
});
