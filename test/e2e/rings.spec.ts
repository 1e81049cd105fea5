import type { Page } from '@playwright/test';
import { toPaper, whatIsLost } from './paper.ts';
import { type NewTeacher, newTeacher, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const amas = { district: 'Gaya', block: 'Amas' };
const bihta = { district: 'Patna', block: 'Bihta' };
const rajgir = { district: 'Nalanda', block: 'Rajgir' };

async function member(page: Page, person: NewTeacher): Promise<string> {
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  return token;
}

test('three teachers who cannot swap in pairs find their ring, and each can be reached', async ({ page }) => {
  const second = newTeacher('Nirmala Devi', bihta, rajgir);
  const third = newTeacher('Suresh Prasad', rajgir, amas);
  await member(page, second);
  await member(page, third);
  await member(page, newTeacher('Rina Kumari', amas, bihta));
  await page.goto('/dashboard');
  const ring = page.getByRole('article').filter({ hasText: 'A ring of 3' });
  await ring.getByText('See the members').click();
  const steps = ring.getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText('You');
  await expect(steps.nth(0)).toContainText('Amas, Gaya');
  await expect(steps.nth(0)).toContainText('Bihta, Patna');
  await expect(steps.nth(1)).toContainText(second.name);
  await expect(steps.nth(2)).toContainText(third.name);
  await ring.getByText(`Reach ${third.name}`).click();
  await expect(ring.getByRole('link', { name: /Call/ }).filter({ hasText: third.phone })).toBeVisible();
  await steps
    .nth(2)
    .getByRole('button', { name: /Send alert/ })
    .click();
  await steps.nth(2).getByLabel('Your message').fill('We are a ring of three. Shall we go?');
  await steps.nth(2).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(steps.nth(2).getByText('Alert sent successfully')).toBeVisible();
  await page.goto('/?tab=my');
  await expect(ring).toBeVisible();
  await toPaper(page);
  for (const text of [second.name, third.name, 'Rajgir, Nalanda'])
    await expect(steps.getByText(text).first()).toBeVisible();
  await expect(ring.locator('svg').first()).toBeVisible();
  expect(await whatIsLost(page)).toEqual({ overflow: 0, pressed: 0 });
});

test('a teacher without a match reads the reason, shares the link that seeks the missing teacher, and requests one more place', async ({
  page,
  product,
}) => {
  const katoria = { district: 'Banka', block: 'Katoria' };
  const mahishi = { district: 'Saharsa', block: 'Mahishi' };
  const jhajha = { district: 'Jamui', block: 'Jhajha' };
  const person = newTeacher('Deepa Rani', katoria, jhajha);
  const other = newTeacher('Munna Kumar', jhajha, mahishi);
  await member(page, other);
  await member(page, person);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.address });
  await page.goto('/dashboard');
  await page.getByText('What can I do to get to Jhajha, Jamui?').click();
  const numbers = page.getByText('Work in the district you want, but want another than yours', {
    exact: true,
  });
  await expect(numbers).toBeVisible();
  const missing = page
    .getByRole('listitem')
    .filter({ hasText: 'A teacher from Mahishi, Saharsa who wants to go to Katoria, Banka' });
  await expect(missing).toContainText('would close a ring of 3');
  await missing.getByRole('button', { name: 'Copy Text' }).click();
  await expect(missing.getByText('The text has been copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('Mahishi, Saharsa');
  for (const { name, phone, email, schoolName } of [person, other]) {
    for (const secret of [name, phone, email, schoolName]) expect(text).not.toContain(secret);
  }
  await page.goto('/transfer-request?district=Saharsa&block=Mahishi');
  await expect(
    page.getByRole('textbox', { name: 'Desired block' }).or(page.getByLabel('Desired block')).first(),
  ).toHaveValue('Mahishi');
});
