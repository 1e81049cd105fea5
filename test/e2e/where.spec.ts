import type { Page } from '@playwright/test';
import { type NewTeacher, newTeacher, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const chakai = { district: 'Jamui', block: 'Chakai' };
const dhoraiya = { district: 'Banka', block: 'Dhoraiya' };
const turkaulia = { district: 'East Champaran', block: 'Turkaulia' };
const tarari = { district: 'Bhojpur', block: 'Tarari' };
const barbigha = { district: 'Sheikhpura', block: 'Barbigha' };

/** Subject that no other journey uses, because its answer is cached for a minute. */
const taught = { subject: 'Sanskrit', classRange: '6-8' };

async function postSanskrit(page: Page, person: NewTeacher): Promise<void> {
  const { token } = await signUp(page, person);
  const response = await page.request.post('/api/requests', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      ...taught,
      desiredDistrict: person.wish.district,
      desiredBlock: person.wish.block,
      reason: 'To live with the family.',
      additionalInfo: 'I can move at the end of the term.',
    },
  });
  expect(response.status(), await response.text()).toBe(201);
}

async function member(page: Page, person: NewTeacher): Promise<void> {
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
}

test('a visitor sees demand and likelihood on the map, and registers with the form filled in', async ({
  page,
}) => {
  for (let number = 0; number < 5; number++)
    await postSanskrit(page, newTeacher(`Mover ${'ABCDE'.charAt(number)}`, turkaulia, tarari));
  await page.evaluate(() => localStorage.clear());
  await page.goto('/where');
  await expect(page.getByText('Choose what you teach and at which level.')).toBeVisible();
  await page.getByLabel('I teach').selectOption(taught.subject);
  await page.getByLabel('Class level').selectOption(taught.classRange);
  const map = page.getByRole('list', { name: 'Map of the districts' });
  await map.getByRole('link', { name: /^East Champaran\. Want to leave: 5, Want to come: 0$/ }).click();
  await expect(page.getByRole('list', { name: 'Map of the blocks of East Champaran' })).toBeVisible();
  const chances = page.getByRole('region', { name: 'Your chances' });
  await expect(chances.getByText(/5 want to leave it and 0 want to come/)).toBeVisible();
  await page.getByLabel('I work in').selectOption('Bhojpur');
  await expect(chances.getByText(/can swap with you directly/)).toBeVisible();
  await chances.getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('combobox', { name: 'Current district' })).toHaveValue('Bhojpur');
  await expect(page.getByRole('combobox', { name: 'Desired district' })).toHaveValue('East Champaran');
});

test('a teacher finds on the map what one more wish would open, and asks for it', async ({ page }) => {
  await member(page, newTeacher('Partner Devi', dhoraiya, chakai));
  await member(page, newTeacher('Seeker Kumar', chakai, barbigha));
  await page.goto('/dashboard');
  await page.getByText('What can I do to get to Barbigha, Sheikhpura?').click();
  await page.getByRole('main').getByRole('link', { name: 'Map', exact: true }).click();
  const map = page.getByRole('list', { name: 'Map of the districts' });
  await map.getByRole('link', { name: /^Banka\. Shortest ring: 2, Direct swaps: 1/ }).click();
  await expect(page.getByRole('heading', { name: 'Any block, Banka' })).toBeVisible();
  await expect(page.getByText('One more wish would open 1 direct swap.')).toBeVisible();
  await page.getByText('The same as a table').click();
  const row = page.getByRole('row').filter({ hasText: 'Dhoraiya' });
  await expect(row).toContainText('With one more wish: a direct swap');
  await row.getByRole('link', { name: 'Dhoraiya' }).click();
  await expect(page.getByRole('heading', { name: 'Dhoraiya, Banka' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show who works there' })).toHaveAttribute(
    'href',
    /fromDistrict=Banka&fromBlock=Dhoraiya&subject=Mathematics/,
  );
  await page.getByRole('link', { name: 'Add as one more wish' }).click();
  await expect(page.getByRole('combobox', { name: 'Desired district' })).toHaveValue('Banka');
  await expect(page.getByRole('combobox', { name: 'Desired block' })).toHaveValue('Dhoraiya');
  await page.getByLabel('Reason').fill('It is nearer to my home.');
  await page.getByLabel('Additional information').fill('I can move at the end of the term.');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
  await page.goto('/where?wish=Banka&block=Dhoraiya');
  await expect(page.getByText('In reach now, by your own wish: a direct swap.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add as one more wish' })).toHaveCount(0);
});
