import { expect, type Page } from '@playwright/test';

/** Opens a section of the Admin Panel, whose navigation is folded on a phone. */
export async function openSection(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Sections' });
  const link = navigation.getByRole('link', { name, exact: true });
  await expect(navigation.getByRole('button').or(link).first()).toBeVisible();
  if (!(await link.isVisible())) await navigation.getByRole('button').click();
  await link.click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

/** Opens the filters of a list, which are folded on a phone. */
export async function openFilters(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Filters/ });
  await expect(page.getByRole('combobox').or(opener).first()).toBeVisible();
  if (await opener.isVisible()) await opener.click();
}

/** Sorts a list by a column: in its header, or on a phone among the open filters. */
export async function sortBy(page: Page, column: string): Promise<void> {
  const order = page.getByRole('combobox', { name: 'Order' });
  if (await order.isVisible()) await order.selectOption(`${column}: ascending`);
  else await page.getByRole('columnheader', { name: column }).getByRole('link').click();
}
