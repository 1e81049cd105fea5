import type { Page } from '@playwright/test';

/** A sheet of A4 with its margins, at 96 dots an inch. */
const sheet = { width: 718, height: 1047 };

/** Shows the screen as it is printed, from a device in dark colours. */
export async function toPaper(page: Page): Promise<void> {
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
}

/** How much wider than the sheet a printed screen is, and how much on it can only be pressed. */
export function whatIsLost(page: Page): Promise<{ overflow: number; pressed: number }> {
  return page.evaluate(() => ({
    overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    pressed: [...document.querySelectorAll('header, footer, button, nav, form')].filter((element) =>
      element.checkVisibility(),
    ).length,
  }));
}
