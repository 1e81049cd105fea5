import { newerThanOldest, removeNewer } from '../newer-than-oldest.ts';
import { newTeacher, post, register, signIn, signInAsAdministrator } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

test('a teacher with the oldest browser registers, posts, pays and signs in again', async ({
  browser,
  page,
  product,
}) => {
  const office = await browser.newPage({ baseURL: product.address });
  const token = await signInAsAdministrator(office);
  const settings = (isPaymentRequired: boolean) =>
    office.request.put('/api/payment/settings', {
      headers: { authorization: `Bearer ${token}` },
      data: { isPaymentRequired, paymentAmount: 10 },
    });
  await page.addInitScript(removeNewer, newerThanOldest);
  const person = newTeacher('Sunita Kumari', bodhGaya, danapur);

  await register(page, person);
  expect(await page.evaluate(() => 'any' in AbortSignal || 'toSorted' in Array.prototype)).toBe(false);
  await expect(page.getByText('This browser is too old.')).toBeHidden();
  await post(page, 'My parents are old and live near Danapur.');
  await settings(true);
  try {
    await page.goto('/payment');
    await page.getByRole('button', { name: 'Pay ₹10', exact: true }).click();
    await page.getByRole('button', { name: 'Pay ₹10 (test)' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.evaluate(() => localStorage.clear());
    await signIn(page, person.email);
    await expect(page.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible();
  } finally {
    await settings(false);
  }
});

test('an administrator with the oldest browser opens the actions of a teacher', async ({ page }) => {
  await page.addInitScript(removeNewer, newerThanOldest);
  const person = newTeacher('Nirmala Devi', bodhGaya, danapur);
  await register(page, person);
  await signInAsAdministrator(page);
  await page.goto('/admin?section=users');
  await page.getByRole('button', { name: `Actions: ${person.name}` }).click();
  const menu = page.getByRole('dialog', { name: `Actions: ${person.name}` });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('an older browser says in both languages that it is too old, with or without modules', async ({
  browser,
  product,
}) => {
  const page = await browser.newPage({ baseURL: product.address });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.goto('/login');
  await expect(page.getByText('This browser is too old. Please update it or use another one.')).toBeVisible();
  await expect(page.getByText('यह ब्राउज़र बहुत पुराना है।')).toBeVisible();
});
