import { newTeacher, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

test('the colour scheme can be selected with the keyboard, and is stored', async ({ page }) => {
  const openMenu = async () => {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
  };
  await page.goto('/');
  await openMenu();
  const dark = page.getByRole('button', { name: 'Dark colours' });
  const light = page.getByRole('button', { name: 'Light colours' });
  await dark.press('Enter');
  await expect(light).toBeFocused();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await openMenu();
  await light.press('Enter');
  await expect(dark).toBeFocused();
});

test('alerts are shown in a newly selected language without a reload', async ({ page }) => {
  const sitamarhi = { district: 'Sitamarhi', block: 'Dumra' };
  const sheohar = { district: 'Sheohar', block: 'Sheohar' };
  const other = newTeacher('Nirmala Devi', sitamarhi, sheohar);
  const { token } = await signUp(page, other);
  const theirs = await postByApi(page, other, token);
  const person = newTeacher('Vikas Paswan', sheohar, sitamarhi);
  const own = await postByApi(page, person, (await signUp(page, person)).token);
  const response = await page.request.post('/api/agreements', {
    headers: { authorization: `Bearer ${token}` },
    data: { requests: [theirs, own] },
  });
  expect(response.status(), await response.text()).toBe(201);
  await page.goto('/dashboard');
  const notice = page.getByRole('region', { name: 'Alerts' });
  const noticeInHindi = page.getByRole('region', { name: 'सूचनाएँ' });
  await expect(notice).toContainText('A teacher proposes to swap with you');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'हिंदी में पढ़ें' }).click();
  await expect(noticeInHindi).toContainText('अदला-बदली का प्रस्ताव रखा');
  await page.getByRole('button', { name: 'Read in English' }).click();
  await expect(notice).toContainText('A teacher proposes to swap with you');
});
