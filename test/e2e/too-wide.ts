import type { Page } from '@playwright/test';

/** Returns the elements of the open page that extend beyond the screen, outermost first. Empty if the page fits. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`)
      .slice(0, 12);
  });
}
