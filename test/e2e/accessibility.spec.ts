import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { post, register, somebody } from './people.ts';
import { expect, test } from './product.ts';

const open = ['/', '/login', '/register', '/no-such-page'];
const signedIn = ['/', '/?tab=my', '/dashboard', '/transfer-request'];

async function inspect(page: Page, address: string, label: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
  expect(found, `${address}, ${label}`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${address}, ${label}: wider than the screen`).toBeLessThanOrEqual(0);
}

test('axe finds nothing, and nothing is wider than the screen, on any screen in either language and colour', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000);
  const everyWay = async (addresses: readonly string[]) => {
    for (const language of ['en', 'hi']) {
      await page.context().addCookies([{ name: 'language', value: language, url: product.address }]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const address of addresses) await inspect(page, address, `${language}, ${colorScheme}`);
      }
    }
  };
  await everyWay(open);
  await page.context().addCookies([{ name: 'language', value: 'en', url: product.address }]);
  const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
  const danapur = { district: 'Patna', block: 'Danapur' };
  await register(page, somebody('Anil Kumar', bodhGaya, danapur));
  await post(page, 'My children go to school there.');
  await everyWay(signedIn);
});
