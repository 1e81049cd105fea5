import type { Page } from '@playwright/test';
import { choose, newTeacher, openCard, picker, postByApi, signUp } from './people.ts';
import { expect, test } from './product.ts';

const lauriya = { district: 'West Champaran', block: 'Lauriya' };
const raghopur = { district: 'Supaul', block: 'Raghopur' };

const cards = (page: Page) => page.getByRole('article').filter({ hasText: 'Has something changed?' });

test('one form posts a request for each of several places, and shows the prospects of each place', async ({
  page,
}) => {
  await signUp(page, newTeacher('Archana Devi', lauriya, raghopur));
  await page.goto('/transfer-request');
  await page.getByLabel('Reason').fill('My family lives there.');
  await page.getByLabel('Additional information').fill('I can move in June.');
  const verdicts = page.getByText(/direct swaps? (is|are) possible|No direct swap yet/);
  await expect(verdicts).toHaveCount(1);
  await page.getByRole('button', { name: 'Add a place' }).click();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(picker(page, 'Place 2: district')).toHaveAttribute('aria-invalid', 'true');
  await choose(page, 'Place 2: district', 'Araria');
  await choose(page, 'Place 2: block', 'Any block');
  await expect(verdicts).toHaveCount(2);
  for (const number of [3, 4, 5]) {
    await page.getByRole('button', { name: 'Add a place' }).click();
    await expect(picker(page, `Place ${number}: district`)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Add a place' })).toBeHidden();
  await choose(page, 'Place 5: district', 'West Champaran');
  await choose(page, 'Place 5: block', 'Lauriya');
  await page.getByRole('button', { name: 'Remove place 4' }).click();
  await page.getByRole('button', { name: 'Remove place 3' }).click();
  await expect(picker(page, 'Place 3: block')).toHaveValue('Lauriya');
  // A reload keeps the input.
  await page.reload();
  await expect(picker(page, 'Place 3: block')).toHaveValue('Lauriya');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('You already work there. Please choose another place.')).toBeVisible();
  await expect(picker(page, 'Place 3: block')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Remove place 3' }).click();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
  await page.goto('/?tab=my');
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).filter({ hasText: 'Any block, Araria' })).toContainText('My family lives there.');
});

test('every own request can be seen, edited, renewed, deleted and changed in status, on the dashboard and in the list of own requests', async ({
  page,
}) => {
  const person = newTeacher('Babita Kumari', lauriya, raghopur);
  const { token } = await signUp(page, person);
  for (const block of ['Raghopur', 'Triveniganj', 'Nirmali', 'Pipra', 'Chhatapur'])
    await postByApi(page, { ...person, wish: { district: 'Supaul', block } }, token);
  await page.goto('/transfer-request');
  await expect(page.getByText('You have 5 active requests, which is the most.')).toBeVisible();

  await page.goto('/dashboard');
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Show the other 2' }).click();
  await expect(cards(page)).toHaveCount(5);
  for (const address of ['/dashboard', '/?tab=my']) {
    await page.goto(address);
    const others = page.getByRole('button', { name: 'Show the other 2' });
    await expect(cards(page).first()).toBeVisible();
    if (await others.isVisible()) await others.click();
    // The oldest of five requests.
    const own = cards(page).filter({ hasText: 'Raghopur, Supaul' });
    await expect(own.getByText('Active', { exact: true })).toBeVisible();
    await openCard(own);
    for (const name of ['Edit', 'Privacy Settings', 'Delete', 'Renew for 180 days', 'No longer looking'])
      await expect(own.getByLabel(`${name}: Raghopur, Supaul, Active`)).toBeVisible();
  }
  const own = cards(page).filter({ hasText: 'Raghopur, Supaul' });
  await own.getByRole('button', { name: 'Renew for 180 days' }).click();
  await expect(page.getByText(/Renewed until/)).toBeVisible();
  await own.getByRole('button', { name: 'No longer looking' }).click();
  await expect(own.getByText('Withdrawn', { exact: true })).toBeVisible();
  await expect(own.getByRole('link', { name: 'Edit' })).toBeHidden();
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url());
  });
  await own.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Transfer request deleted successfully')).toBeVisible();
  await expect(cards(page)).toHaveCount(4);
  // The same for an active request, whose matches, rings and advice are on the screen.
  const active = cards(page).filter({ hasText: 'Pipra, Supaul' });
  await openCard(active);
  await active.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(cards(page)).toHaveCount(3);
  await page.goto('/dashboard');
  await expect(cards(page)).toHaveCount(3);
  expect(missing).toEqual([]);
});

test('a request is edited in the form it was posted with, which shows the consequences, and keeps the input', async ({
  page,
  browser,
  product,
}) => {
  const person = newTeacher('Chanda Devi', lauriya, raghopur);
  const { token } = await signUp(page, person);
  const id = await postByApi(page, person, token);
  const context = await browser.newContext({ baseURL: product.address });
  const partner = newTeacher('Dinesh Ram', { district: 'Supaul', block: 'Nirmali' }, lauriya);
  const other = await context.newPage();
  await postByApi(other, partner, (await signUp(other, partner)).token);
  await context.close();

  await page.goto('/?tab=my');
  await cards(page).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change request' })).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('Chanda Devi wants to live with the family.');
  await expect(picker(page, 'Desired block')).toHaveValue('Raghopur');
  await expect(page.getByText(/As long as the place, subject and class level stay/)).toBeVisible();
  await page.getByLabel('Reason').fill('My parents live in Nirmali.');
  await choose(page, 'Desired block', 'Nirmali');
  await expect(page.getByText(/looked for anew, for Nirmali, Supaul/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Reason')).toHaveValue('My parents live in Nirmali.');
  await page.getByLabel('Additional information').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Please fill in this field.')).toBeVisible();
  await page.getByLabel('Additional information').fill('In April.');
  await page.getByRole('button', { name: 'Save changes' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Your request is changed' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Dinesh Ram' })).toContainText('Perfect Match');
  await page.goto('/dashboard');
  await expect(cards(page).filter({ hasText: 'Nirmali, Supaul' })).toContainText(
    'My parents live in Nirmali.',
  );

  await page.request.patch(`/api/requests/${id}/status`, {
    headers: { authorization: `Bearer ${token}` },
    data: { status: 'withdrawn' },
  });
  await page.goto(`/transfer-request/${id}`);
  await expect(page.getByText('This request cannot be changed now')).toBeVisible();
  await page.goto('/transfer-request/01980000-0000-7000-8000-000000000000');
  await expect(page.getByText('Request ID not found')).toBeVisible();
});

test('the card of a match in the list offers an alert if the contact is hidden', async ({
  page,
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.address });
  const other = await context.newPage();
  const hidden = newTeacher('Ekta Kumari', raghopur, lauriya);
  const otherToken = (await signUp(other, hidden)).token;
  const hiddenId = await postByApi(other, hidden, otherToken);
  await other.request.put(`/api/requests/${hiddenId}/privacy`, {
    headers: { authorization: `Bearer ${otherToken}` },
    data: { privacySettings: { hideName: false, hidePhone: true, hideEmail: true, hideSchoolName: false } },
  });
  const person = newTeacher('Firoz Alam', lauriya, raghopur);
  await postByApi(page, person, (await signUp(page, person)).token);
  await page.goto('/?district=West Champaran&block=Lauriya');
  const card = page.getByRole('row').filter({ hasText: 'Ekta Kumari' });
  await expect(card.getByText('Your match')).toBeVisible();
  await card.getByText(/^Details: /).click();
  await expect(card.getByText('Some profile details are private').last()).toBeVisible();
  await card.getByRole('button', { name: 'Send alert: Ekta Kumari' }).click();
  await card.getByLabel('Your message').fill('Shall we swap?');
  await card.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(card.getByText('Alert sent successfully')).toBeVisible();

  await other.goto('/alerts');
  await expect(other.getByText('Shall we swap?')).toBeVisible();
  await context.close();
});
