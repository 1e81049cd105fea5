import type { Page } from '@playwright/test';

/** Printable area of an A4 sheet in pixels, at 96 dpi. */
const sheet = { width: 718, height: 1047 };

/** Emulates print media on a device with dark colours. */
export async function toPaper(page: Page): Promise<void> {
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
}

/** Returns by how much a printed screen is wider than the sheet, and the number of visible controls on it. */
export function whatIsLost(page: Page): Promise<{ overflow: number; pressed: number }> {
  return page.evaluate(() => ({
    overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    pressed: [...document.querySelectorAll('header, footer, button, nav, form')].filter((element) =>
      element.checkVisibility(),
    ).length,
  }));
}
