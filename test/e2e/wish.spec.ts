import { newTeacher, openCard, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const gogri = { district: 'Khagaria', block: 'Gogri' };
const dumra = { district: 'Sitamarhi', block: 'Dumra' };
const roh = { district: 'Nawada', block: 'Roh' };
const halsi = { district: 'Lakhisarai', block: 'Halsi' };

test('the registered wish shows its matches, and one tap posts it with the result of the form', async ({
  page,
  browser,
  product,
}) => {
  const other = await (await browser.newContext({ baseURL: product.address })).newPage();
  const there = newTeacher('Bimla Devi', dumra, gogri);
  await postByApi(other, there, (await signUp(other, there)).token);
  await other.context().close();

  await signUp(page, newTeacher('Gita Kumari', gogri, dumra));
  await page.goto('/dashboard');
  await expect(page.getByText(`A swap with ${there.name} is possible`)).toBeVisible();
  const match = page.getByRole('article').filter({ hasText: there.name });
  await openCard(match);
  await expect(match.getByText('? You have not given your category of service')).toBeVisible();
  await expect(match.getByText('Wants your block: Gogri')).toBeHidden();
  await match.getByText('+4 more').click();
  await expect(match.getByText('Wants your block: Gogri')).toBeVisible();
  await page.getByRole('button', { name: 'Post this wish now' }).click();
  await expect(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Direct 1' })).toBeVisible();
  await expect(match).toBeVisible();
  await expect(page.getByRole('link', { name: 'Post another request' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  const own = page.getByRole('article').filter({ hasText: 'Has something changed?' });
  await openCard(own);
  await expect(own.getByText('I registered with the wish to work there.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Matches of the wish you registered' })).toBeHidden();
});

test('the dashboard says that a desired place without a request brings no matches, and one tap changes it', async ({
  page,
}) => {
  const person = newTeacher('Usha Kumari', gogri, dumra);
  const { token } = await signUp(page, person);
  await postByApi(page, { ...person, wish: roh }, token);
  await page.goto('/dashboard');
  await page
    .locator('summary')
    .filter({ has: page.locator('#profile') })
    .click();
  await expect(page.getByText('Your matches come from your requests: Roh, Nawada.')).toBeVisible();
  await page.getByRole('button', { name: 'Take Roh, Nawada as my desired place' }).click();
  await expect(page.getByText('Your matches come from your requests')).toBeHidden();
  await page.goto('/account/profile');
  await expect(page.getByRole('combobox', { name: 'Desired block' })).toHaveValue('Roh');
});

test('a teacher who marks a swap as agreed is asked with whom, and proposes it; otherwise the consequences are shown', async ({
  page,
  browser,
  product,
}) => {
  const other = await (await browser.newContext({ baseURL: product.address })).newPage();
  const partner = newTeacher('Sharda Devi', roh, gogri);
  await postByApi(other, partner, (await signUp(other, partner)).token);
  await other.context().close();
  const person = newTeacher('Madhuri Kumari', gogri, roh);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.goto('/dashboard');
  const own = page.getByRole('article').filter({ hasText: 'Has something changed?' });
  await openCard(own);
  await own.getByRole('button', { name: 'A swap is agreed' }).click();
  const dialog = page.getByRole('dialog', { name: 'With whom is the swap agreed?' });
  await expect(dialog.getByText(partner.name)).toBeVisible();
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByRole('dialog', { name: 'Propose this swap' })).toBeVisible();
  await page
    .getByRole('dialog', { name: 'Propose this swap' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await dialog.getByRole('button', { name: 'With a teacher who is not shown here' }).click();
  await expect(page.getByText('Nothing is filed with the department by this.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'A swap is agreed' }).click();
  await expect(page.getByText('Your swap is agreed, so no matches are looked for.')).toBeVisible();
  await expect(page.getByText('Check back later')).toBeHidden();
  await own.getByRole('button', { name: 'It fell through' }).click();
  await expect(page.getByRole('article').filter({ hasText: partner.name })).toBeVisible();
});

test('the list names the corrected words after a search for misspelt ones', async ({ page }) => {
  const person = newTeacher('Kamla Devi', halsi, dumra);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.goto('/?search=lakhisarae&fromDistrict=Lakhisarai');
  await expect(
    page.getByText('Nothing found: “lakhisarae”. Showing requests for “lakhisarai”.'),
  ).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: person.name })).toBeVisible();
});
