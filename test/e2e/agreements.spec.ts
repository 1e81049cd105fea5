import { newTeacher, post, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const barh = { district: 'Patna', block: 'Barh' };
const siwan = { district: 'Siwan', block: 'Siwan' };

test('a match becomes a proposal, an agreement and steps that both see', async ({ browser, product }) => {
  const open = async () => (await browser.newContext({ baseURL: product.address })).newPage();
  const asha = newTeacher('Asha Kumari', barh, siwan);
  const vikas = newTeacher('Vikas Paswan', siwan, barh);

  const other = await open();
  const { token } = await signUp(other, asha);
  await postByApi(other, asha, token);

  const proposer = await open();
  await signUp(proposer, vikas);
  await post(proposer, 'My mother lives in Barh.');
  const ready = proposer.getByRole('switch', { name: 'I will take this place if it comes' });
  await ready.click();
  await expect(ready).toBeChecked();

  const match = proposer.getByRole('article').filter({ hasText: asha.name });
  await match.getByRole('button', { name: 'Propose this swap' }).click();
  const dialog = proposer.getByRole('dialog');
  await expect(dialog).toContainText('You say yes to a swap of 2 teachers');
  await dialog.getByRole('button', { name: 'Say yes and ask the others' }).click();
  await expect(proposer).toHaveURL(/\/agreements\/.+/);
  await expect(proposer.getByRole('heading', { name: 'You have said yes' })).toBeVisible();

  await other.goto('/dashboard');
  const waiting = other.getByRole('region', { name: 'Waiting for your answer' });
  await expect(waiting).toContainText('you would move to Siwan, Siwan');
  const isFirst = await other
    .locator('main section')
    .first()
    .evaluate((section) => section.getAttribute('aria-labelledby') === 'waiting');
  expect(isFirst).toBe(true);
  const menu = other.getByRole('button', { name: 'Open the menu' });
  if (await menu.isVisible()) await menu.click();
  await expect(other.getByRole('link', { name: 'My agreements (1 waiting for your answer)' })).toBeVisible();
  const close = other.getByRole('button', { name: 'Close the menu' });
  if (await close.isVisible()) await close.click();
  await waiting.getByRole('link', { name: 'Answer' }).click();
  await expect(other.getByText('If all agree, the members see')).toBeVisible();
  const answered = other.waitForResponse((response) => response.url().endsWith('/answer'));
  await other.getByRole('button', { name: 'Yes, I agree' }).click();
  expect((await answered).ok()).toBe(true);

  for (const page of [other, proposer]) {
    await page.reload();
    await expect(page.getByText('Agreed', { exact: true })).toBeVisible();
  }
  await expect(proposer.getByRole('listitem').filter({ hasText: asha.name })).toContainText(asha.schoolName);

  await proposer.getByRole('button', { name: 'The group is submitted' }).click();
  await expect(proposer.getByText('Submitted', { exact: true })).toBeVisible();
  await other.getByLabel('Your message to the other members').fill('I have the papers of both of us.');
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(other.getByRole('region', { name: 'Messages' })).toContainText(
    'I have the papers of both of us.',
  );
  await proposer.reload();
  const messages = proposer.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('I have the papers of both of us.');

  await proposer.goto('/?tab=my');
  await expect(proposer.getByRole('button', { name: 'Privacy settings' })).toBeVisible();
  for (const step of ['It fell through', 'No longer looking']) {
    await expect(proposer.getByRole('button', { name: step })).toHaveCount(0);
  }
  for (const page of [other, proposer]) await page.context().close();
});
