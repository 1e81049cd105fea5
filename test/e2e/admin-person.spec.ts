import type { Page } from '@playwright/test';
import { openFilters, sortBy } from './admin-list.ts';
import {
  administrator,
  choose,
  newTeacher,
  password,
  postByApi,
  signInAsAdministrator,
  signUp,
} from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

async function openPerson(page: Page, person: { name: string; phone: string }): Promise<void> {
  await signInAsAdministrator(page);
  await page.goto('/admin?section=users');
  await openFilters(page);
  await page.getByRole('combobox', { name: 'District' }).selectOption('Gaya');
  await expect(page).toHaveURL(/district=Gaya/);
  await sortBy(page, 'Name');
  await page.getByLabel('Search teachers').fill(person.phone);
  // The list may have one entry before the search is sent, and the search would replace a navigation that has begun.
  await expect(page).toHaveURL(new RegExp(person.phone));
  await expect(page.getByText('1 entry')).toBeVisible();
  await expect(page).toHaveURL(/district=Gaya.*sort=name|sort=name.*district=Gaya/);
  await page.getByRole('link', { name: person.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: person.name })).toBeVisible();
}

test('an administrator corrects an account and removes a request; the history shows both reasons', async ({
  page,
  browser,
  product,
}) => {
  const sita = newTeacher('Sita Kumary', bodhGaya, danapur);
  const context = await browser.newContext({ baseURL: product.address });
  const teacher = await context.newPage();
  await postByApi(teacher, sita, (await signUp(teacher, sita)).token);
  await openPerson(page, sita);

  await page.getByRole('button', { name: 'Correct the account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Sita Kumari');
  await choose(page, 'Current posting block', 'Amas');
  await dialog.getByRole('button', { name: 'Correct the account' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Reason').fill('Misspelt, and posted to Amas');
  await dialog.getByRole('button', { name: 'Correct the account' }).click();
  await expect(page.getByText('The account of Sita Kumari has been corrected.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Sita Kumari' })).toBeVisible();

  const requests = page.getByRole('region', { name: 'Requests' });
  await requests.getByText(/^Details: /).click();
  await requests.getByRole('button', { name: 'Remove the request' }).click();
  await dialog.getByLabel('Reason').fill('Posted for another teacher');
  await dialog.getByRole('button', { name: 'Remove the request' }).dblclick();
  await expect(page.getByText('The request has been removed. The teacher is told why.')).toBeVisible();
  await expect(requests.getByText('There are none.')).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('row').filter({ hasText: 'Posted for another teacher' })).toContainText(
    administrator.name,
  );

  await page.getByRole('link', { name: 'All entries of the audit log' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Audit log' })).toBeVisible();
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Corrected an account');
  await expect(page.getByText('1 entry')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Misspelt, and posted to Amas' })).toBeVisible();

  await teacher.goto('/dashboard');
  await expect(
    teacher.getByRole('region', { name: 'Alerts' }).getByText('Posted for another teacher'),
  ).toBeVisible();
  await context.close();
});

test('an administrator sees the growth, downloads the teachers, and creates another administrator', async ({
  page,
  browser,
  product,
}) => {
  const mohan = newTeacher('Mohan Lal', bodhGaya, danapur);
  const context = await browser.newContext({ baseURL: product.address });
  await signUp(await context.newPage(), mohan);
  await context.close();
  await signInAsAdministrator(page);
  await page.goto('/admin');
  await page.getByText('Growth', { exact: true }).click();
  await page.getByText('The numbers').click();
  await expect(page.getByRole('table', { name: 'New teachers' }).getByRole('row').last()).toContainText(/\d/);

  await page.goto(`/admin?section=users&search=${mohan.phone}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('teachers.csv');

  await page.goto('/admin?section=administrators');
  const administrators = page.getByRole('region', { name: 'Administrators' });
  await administrators.getByLabel('Full name').fill('Farah Naz');
  await administrators.getByLabel('Email').fill('farah.administrator@example.com');
  await administrators.getByLabel('First password').fill(password);
  await administrators.getByRole('button', { name: 'Make administrator' }).click();
  await expect(page.getByText('Farah Naz is an administrator now.')).toBeVisible();
  const row = administrators.getByRole('row').filter({ hasText: 'farah.administrator@example.com' });
  await row.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Farah Naz is no longer an administrator.')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a text with a sum of money is refused, sent for review, and released by the administrator', async ({
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
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('The text has been released.')).toBeVisible();
  await expect(held).toHaveCount(0);
  await teacher.reload();
  await expect(teacher.getByText('Active', { exact: true }).first()).toBeVisible();
});
