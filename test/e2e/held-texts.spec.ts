import { newTeacher, signInAsAdministrator, signUp } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

test('a text with a sum of money is stopped, sent for review, and released by the administrator', async ({
  page,
  browser,
  product,
}) => {
  const asha = newTeacher('Asha Kumari', bodhGaya, danapur);
  const context = await browser.newContext({ baseURL: product.address });
  const teacher = await context.newPage();
  await signUp(teacher, asha);
  await teacher.goto('/transfer-request');
  await teacher.getByLabel('Reason').fill('The journey costs me 4000 rupees a month.');
  await teacher.getByLabel('Additional information').fill('I can move at the end of the term.');
  const submit = teacher.getByRole('button', { name: 'Submit Request' });
  await expect(teacher.getByLabel(/Send it to the administrator/)).toHaveCount(0);
  await submit.click();
  await expect(teacher.getByText('Please write this without a sum of money.')).toBeVisible();
  await teacher.getByLabel(/Send it to the administrator/).check();
  await submit.click();
  await expect(
    teacher.getByRole('heading', { name: 'Your request is with the administrator' }),
  ).toBeVisible();
  await teacher.goto('/dashboard');
  await expect(teacher.getByText('With the administrator').first()).toBeVisible();

  await signInAsAdministrator(page);
  await page.goto('/admin?section=texts');
  const held = page.getByRole('row').filter({ hasText: asha.name });
  await expect(held.getByText('Sum of money')).toBeVisible();
  await held.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('The text has been released.')).toBeVisible();
  await expect(held).toHaveCount(0);
  await teacher.reload();
  await expect(teacher.getByText('Active', { exact: true }).first()).toBeVisible();
});
