import { expect, type Page } from '@playwright/test';

/** Opens a section of the Admin Panel, from its folded navigation. */
export async function openSection(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Sections' });
  await navigation.getByRole('button').click();
  await navigation.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

/** Opens the folded filters of a list. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
}

/** Sorts a list by a column, among its open filters. */
export async function sortBy(page: Page, column: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Order' }).selectOption(`${column}: ascending`);
}
