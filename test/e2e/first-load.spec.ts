import { get } from 'node:http';
import { expect, test } from './product.ts';

/** What a slow phone can wait for, in bytes as they travel. */
const SCRIPT_BUDGET = 130_000;

test('the first page costs little, and nothing of the other language', async ({ page, baseURL }) => {
  const fetched = new Set<string>();
  page.on('response', (response) => fetched.add(response.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const own = [...fetched].filter((url) => url.startsWith(baseURL ?? ''));
  const sizes = await Promise.all(own.filter((url) => url.endsWith('.js')).map(travelledBytes));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(5);
  expect(total, `${total} bytes of scripts on the first page`).toBeLessThanOrEqual(SCRIPT_BUDGET);
  expect(own.filter((url) => /hindi|devanagari|\.woff2?/.test(url))).toEqual([]);
  expect([...fetched].filter((url) => !own.includes(url))).toEqual([]);
});

test('light and dark can be chosen with the keyboard, and are kept', async ({ page }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const dark = page.getByRole('button', { name: 'Dark colours' });
  const light = page.getByRole('button', { name: 'Light colours' });
  await dark.press('Enter');
  await expect(light).toBeFocused();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.waitForLoadState('networkidle');
  await light.press('Enter');
  await expect(dark).toBeFocused();
});

/** How many bytes a file is on the way to a browser that reads Brotli. */
function travelledBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}
