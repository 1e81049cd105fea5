import { newTeacher, picker, signUp } from './people.ts';
import { expect, test } from './product.ts';

const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
const danapur = { district: 'Patna', block: 'Danapur' };

/** Link that seeks a teacher of mathematics, 6-8, from Bodh Gaya to Danapur; share-code.test.ts checks the code. */
const link = '/i/en/2gwi35';

test('a shared link shows a card to those who preview it, and names no teacher', async ({ page }) => {
  const text = await (await page.request.get(link)).text();
  const property = (name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(text)?.[1] ?? '';
  expect(property('title')).toBe('One teacher is missing');
  expect(property('description')).toContain('Bodh Gaya, Gaya');
  expect(property('locale')).toBe('en_IN');
  const tags = [...text.matchAll(/<meta property="(og:[^"]*)"/g)].map(([, name]) => name);
  expect(tags).toEqual([...new Set(tags)]);
  const card = await page.request.get(property('image'));
  expect(card.headers()['content-type']).toBe('image/png');
  const hindi = await (await page.request.get('/i/hi/2gwi35')).text();
  expect(hindi).toContain('content="एक शिक्षक की कमी है"');
  expect((await page.request.get('/i/en/zzzzzzzzzz')).status()).toBe(404);
});

test('a teacher who comes by a shared link finds the registration filled in, and is counted once', async ({
  page,
}) => {
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/shares/visits')) visits.push(request.postData() ?? '');
  });
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/shares/visits'));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'One teacher is missing' })).toBeVisible();
  expect((await counted).status()).toBe(200);
  await page.reload();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/register\?.*by=2gwi35/);
  await expect(picker(page, 'Current district')).toHaveValue('Gaya');
  await expect(picker(page, 'Current posting block')).toHaveValue('Bodh Gaya');
  await expect(picker(page, 'Desired district')).toHaveValue('Patna');
  await expect(picker(page, 'Desired block')).toHaveValue('Danapur');
  expect(visits).toHaveLength(1);
});

test('the invitation on the dashboard hands on the link with the card', async ({ page }) => {
  await signUp(page, newTeacher('Asha Rani', bodhGaya, danapur));
  await page.goto('/dashboard');
  const whatsApp = page
    .getByRole('region', { name: 'Invite other teachers' })
    .getByRole('link', { name: 'WA: share on WhatsApp' });
  await expect(whatsApp).toHaveAttribute('href', /%2Fi%2Fen%2F0$/);
});
