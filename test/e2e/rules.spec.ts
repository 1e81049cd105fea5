import { signInAsAdministrator } from './people.ts';
import { expect, test } from './product.ts';

test.describe('the rules of a swap', () => {
  test('are previewed, written and listed with their history', async ({ page }) => {
    await signInAsAdministrator(page);
    await page.goto('/admin?section=rules');
    const all = page.getByRole('table', { name: 'All rules that were written' });
    await expect(all.getByRole('row')).toHaveCount(5);
    await page.getByRole('combobox', { name: 'Rule' }).selectOption('What must be equal');
    await page.getByRole('checkbox', { name: 'Category of service' }).uncheck();
    await page.getByRole('button', { name: 'Preview' }).click();
    const trial = page.getByRole('table', { name: 'What the change would do' });
    await expect(trial.getByRole('row', { name: /^Could move \d/ })).toBeVisible();
    await page.getByLabel('First day').fill('2099-01-01');
    await page.getByRole('button', { name: 'Write the rule' }).click();
    await expect(page.getByLabel('Source')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Source').fill('Order 12 of the department');
    await page.getByRole('button', { name: 'Write the rule' }).click();
    const written = all.getByRole('row', { name: /What must be equal Will hold Subject and Class level/ });
    await expect(written).toContainText('Order 12 of the department');
    await expect(written).toContainText('Meera Sahay');
  });
});
