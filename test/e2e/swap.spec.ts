import { fillFirstSteps, newTeacher, openCard, picker, post, postByApi, register, signUp } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

test('two teachers post, each finds the other as a perfect match, and a visitor sees both without contact', async ({
  browser,
  product,
}) => {
  const sunita = newTeacher('Sunita Kumari', bodhGaya, danapur);
  const rakesh = newTeacher('Rakesh Ranjan', danapur, bodhGaya);
  const open = async () => (await browser.newContext({ baseURL: product.address })).newPage();

  const first = await open();
  await register(first, sunita);
  await post(first, 'My parents are old and live near Danapur.');

  const second = await open();
  await register(second, rakesh);
  await expect(second.getByRole('heading', { name: 'Perfect Matches Found!' })).toBeVisible();
  const wished = second.getByRole('article').filter({ hasText: sunita.name });
  await openCard(wished);
  await expect(wished.getByText('Direct swap: you can take each other’s place.')).toBeVisible();
  await post(second, 'My wife teaches in Bodh Gaya.');
  const match = second.getByRole('article').filter({ hasText: sunita.name });
  await expect(match.getByText('Perfect Match')).toBeVisible();
  await openCard(match);
  await expect(match.getByText('100% match')).toBeVisible();
  await expect(match.getByRole('link', { name: /Call/ })).toHaveText(sunita.phone);

  await first.goto('/dashboard');
  const back = first.getByRole('article').filter({ hasText: rakesh.name });
  await expect(back.getByText('Perfect Match')).toBeVisible();

  const visitor = await open();
  await visitor.goto('/');
  for (const { name, email, phone } of [sunita, rakesh]) {
    await expect(visitor.getByRole('row').filter({ hasText: name })).toBeVisible();
    const html = await visitor.content();
    expect(html).not.toContain(phone);
    expect(html).not.toContain(email);
  }
  for (const page of [first, second, visitor]) await page.context().close();
});

test('the registration form keeps its input after a validation error and a reload', async ({ page }) => {
  const person = newTeacher('Meena Devi', bodhGaya, danapur);
  await fillFirstSteps(page, person);
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await page.reload();
  // The step is stored too; the values are checked on the first step.
  await expect(page.getByLabel('Full name')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Step 1 of 3')).toBeFocused();
  await expect(page.getByLabel('School name')).toHaveValue(person.schoolName);
  await expect(picker(page, 'Desired block')).toHaveValue(person.wish.block);
});

test('a visitor without JavaScript reads the list and its other pages', async ({ browser, product }) => {
  const member = await browser.newPage({ baseURL: product.address });
  const person = newTeacher('Nirmala Devi', bodhGaya, danapur);
  await postByApi(member, person, (await signUp(member, person)).token);
  await member.close();
  const context = await browser.newContext({ baseURL: product.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Transfer Requests', level: 1 })).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.goto('/?district=Patna&search=danapur');
  await expect(page.getByRole('row').nth(1)).toContainText('Danapur, Patna');
  await context.close();
});
