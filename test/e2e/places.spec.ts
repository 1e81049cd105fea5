import { newTeacher, signUp } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

test.describe('a district is found by what is typed, and', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/register');
    await page.getByLabel('School name').focus();
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  });

  test('Enter selects the first match, whatever was selected before', async ({ page }) => {
    const district = page.getByRole('combobox', { name: 'Current district' });
    await district.click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(38);
    await page.getByRole('option', { name: 'Araria' }).click();
    await expect(district).toHaveValue('Araria');
    await district.selectText();
    await page.keyboard.type('Patna');
    await page.keyboard.press('Enter');
    await expect(district).toHaveValue('Patna');
    await expect(page.getByRole('listbox')).toBeHidden();
  });

  test('a complete name is selected on blur; other text restores the previous value', async ({ page }) => {
    const district = page.getByRole('combobox', { name: 'Current district' });
    await district.fill('गया');
    await page.keyboard.press('Tab');
    await expect(district).toHaveValue('Gaya');
    await expect(page.getByRole('combobox', { name: 'Current posting block' })).toBeEnabled();
    await district.fill('pat');
    await page.keyboard.press('Tab');
    await expect(district).toHaveValue('Gaya');
  });

  test('common names and other spellings find it', async ({ page }) => {
    const district = page.getByRole('combobox', { name: 'Current district' });
    const named = {
      Motihari: 'East Champaran',
      chhapra: 'Saran',
      आरा: 'Bhojpur',
      mujafarpur: 'Muzaffarpur',
      'Purbi Champaran': 'East Champaran',
      नालन्दा: 'Nalanda',
      bettiah: 'West Champaran',
    };
    for (const [typed, name] of Object.entries(named)) {
      await district.fill(typed);
      await expect(page.getByRole('option', { name, exact: true })).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(district).toHaveValue(name);
    }
  });

  test('the keyboard goes through the list, and Escape leaves it', async ({ page }) => {
    const district = page.getByRole('combobox', { name: 'Current district' });
    const options = page.getByRole('listbox').getByRole('option');
    // The list loads on focus; before, the keyboard has no options to go through.
    await district.click();
    await expect(options).toHaveCount(38);
    await district.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await district.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('data-highlighted', 'true');
    await district.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('data-highlighted', 'true');
    await district.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(district).toHaveValue('');
    await district.fill('no such place');
    await expect(page.getByText('Nothing found')).toBeVisible();
  });
});

test('places are read and found in the reader’s script', async ({ page, context, product }) => {
  await signUp(page, newTeacher('Sushila Devi', danapur, bodhGaya));
  await context.addCookies([{ name: 'language', value: 'hi', url: product.address }]);
  await page.goto('/account/profile');
  const district = page.getByRole('combobox', { name: 'वर्तमान ज़िला' });
  await expect(district).toHaveValue('पटना');
  await district.fill('darb');
  await page.getByRole('option', { name: 'दरभंगा' }).click();
  await expect(district).toHaveValue('दरभंगा');
});
