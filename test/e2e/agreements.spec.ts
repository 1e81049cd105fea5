import type { Browser } from '@playwright/test';
import {
  type NewTeacher,
  newTeacher,
  openCard,
  post,
  postByApi,
  signInAsAdministrator,
  signUp,
} from './people.ts';
import { expect, test } from './product.ts';

const barh = { district: 'Patna', block: 'Barh' };
const siwan = { district: 'Siwan', block: 'Siwan' };
const sheohar = { district: 'Sheohar', block: 'Sheohar' };
const lakhisarai = { district: 'Lakhisarai', block: 'Lakhisarai' };
const sheikhpura = { district: 'Sheikhpura', block: 'Sheikhpura' };
const madhepura = { district: 'Madhepura', block: 'Madhepura' };
const supaul = { district: 'Supaul', block: 'Supaul' };

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
  const ready = proposer.getByRole('switch', { name: 'Yes, I go if I get this place' });
  await ready.click();
  await expect(ready).toBeChecked();

  const match = proposer.getByRole('article').filter({ hasText: asha.name });
  await match.getByRole('button', { name: 'Propose this swap' }).click();
  const dialog = proposer.getByRole('dialog');
  await expect(dialog).toContainText(/You\s*Works in\s+Siwan,\s+Siwan\s*→\s*moves to\s+Barh,\s+Patna/);
  await expect(dialog).toContainText(
    /Asha Kumari\s*Works in\s+Barh,\s+Patna\s*→\s*moves to\s+Siwan,\s+Siwan/,
  );
  await dialog.getByRole('button', { name: /^Send the proposal/ }).click();
  await expect(proposer).toHaveURL(/\/agreements\/.+/);
  await expect(proposer.getByRole('heading', { name: 'You have said yes' })).toBeVisible();
  await expect(proposer.getByText('Your proposal was sent.')).toBeVisible();
  // Scrolls up, so that the refusal does not cover the text that the proposer reads.
  await proposer.evaluate(() => window.scrollTo({ top: 0 }));
  const refusal = proposer.getByRole('button', { name: 'Withdraw the proposal' });
  const isPinned = (element: Element) =>
    getComputedStyle(element.parentElement ?? element).position === 'sticky';
  expect(await refusal.evaluate(isPinned)).toBe(false);

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
  // On a phone the bar has the number, on a desktop the header.
  const agreements = other.getByRole('link', { name: /[Aa]greements \(1 waiting for your answer\)/ });
  await expect(agreements.filter({ visible: true })).toHaveCount(1);
  const close = other.getByRole('button', { name: 'Close the menu' });
  if (await close.isVisible()) await close.click();
  await waiting.getByRole('link', { name: 'Answer' }).click();
  await expect(other.getByText(/^Vikas Paswan proposed it on /)).toBeVisible();
  await expect(other.getByText(/^Members see your name/)).toBeVisible();
  const answered = other.waitForResponse((response) => response.url().endsWith('/answer'));
  await other.getByRole('button', { name: 'Yes, I agree' }).click();
  expect((await answered).ok()).toBe(true);
  await expect(other.getByText('Your answer has arrived.')).toBeFocused();

  for (const page of [other, proposer]) {
    await page.reload();
    await expect(page.getByText('Agreed', { exact: true })).toBeVisible();
    await expect(page.getByText('Congratulations, you have both agreed')).toBeVisible();
  }
  await expect(proposer.getByRole('listitem').filter({ hasText: asha.name })).toContainText(asha.schoolName);

  await other.goto('/dashboard');
  await expect(other.getByText('A swap is agreed', { exact: true })).toBeInViewport();
  await other.getByRole('link', { name: 'See the agreement' }).first().click();
  await expect(other).toHaveURL(/\/agreements\/.+/);

  await proposer.getByRole('button', { name: 'The group is submitted' }).click();
  await proposer.getByRole('dialog').getByRole('button', { name: 'Yes, it is done' }).click();
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
  await openCard(proposer.getByRole('article').filter({ hasText: 'Barh, Patna' }));
  await expect(proposer.getByRole('button', { name: 'Privacy settings' })).toBeVisible();
  for (const step of ['It fell through', 'No longer looking']) {
    await expect(proposer.getByRole('button', { name: step })).toHaveCount(0);
  }
  for (const page of [other, proposer]) await page.context().close();
});

/** Creates a teacher with an account and a request, on a separate page, ready or not. */
async function member(browser: Browser, address: string, person: NewTeacher, isReady = false) {
  const page = await (await browser.newContext({ baseURL: address })).newPage();
  const { token, id } = await signUp(page, person);
  const requestId = await postByApi(page, person, token);
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    expect(response.ok(), await response.text()).toBe(true);
    return response;
  };
  if (isReady) await call('PUT', `/requests/${requestId}/readiness`, { ready: true });
  return { page, person, id, requestId, call };
}

type Member = Awaited<ReturnType<typeof member>>;

test('one member leaves an agreement: the others read their options, and propose again', async ({
  browser,
  product,
}) => {
  const join = (person: NewTeacher, isReady = false) => member(browser, product.address, person, isReady);
  const first = await join(newTeacher('Anita Rani', sheohar, lakhisarai));
  const second = await join(newTeacher('Bharat Ram', lakhisarai, sheikhpura));
  const third = await join(newTeacher('Chandan Jha', sheikhpura, sheohar));
  const members: readonly Member[] = [first, second, third];
  const { page } = first;
  await page.goto('/dashboard');
  const ring = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'A ring of 3' }) });
  await ring.getByRole('button', { name: 'Propose this swap' }).click();
  const proposing = page.getByRole('dialog');
  await expect(proposing).toContainText(/moves to\s+Lakhisarai,\s+Lakhisarai/);
  await proposing.getByRole('button', { name: /^Send the proposal/ }).click();
  await expect(page).toHaveURL(/\/agreements\/.+/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const { call } of [second, third]) await call('POST', `/agreements/${id}/answer`, { answer: 'yes' });

  await second.page.goto(`/agreements/${id}`);
  await second.page.getByRole('button', { name: 'I cannot do this any more' }).click();
  const dialog = second.page.getByRole('dialog');
  await expect(dialog).toContainText('The whole group is cancelled');
  await dialog.getByLabel('Reason').fill('I have been promoted.');
  await dialog.getByRole('button', { name: 'I cannot do this any more' }).click();
  await expect(second.page.getByText('Broken off', { exact: true })).toBeVisible();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.address });
  await page.goto(`/agreements/${id}`);
  const repair = page.getByRole('region', { name: 'What is possible instead' });
  await expect(repair).toContainText(
    'A teacher from Lakhisarai, Lakhisarai who wants to go to Sheikhpura, Sheikhpura would close a ring of 3.',
  );
  await repair.getByRole('button', { name: 'Copy Text' }).click();
  await expect(repair.getByText('The text has been copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  for (const { person } of members)
    for (const secret of [person.name, person.phone, person.email]) expect(text).not.toContain(secret);

  const standIn = await join(newTeacher('Deepak Sah', lakhisarai, sheikhpura), true);
  await page.reload();
  await expect(repair).toContainText(`The same ring with ${standIn.person.name}`);
  await repair.getByRole('button', { name: 'Propose this swap' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send the proposal/ })
    .click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByRole('heading', { name: 'You have said yes' })).toBeVisible();
  await standIn.page.goto('/agreements');
  await expect(standIn.page.getByRole('region', { name: 'Waiting for your answer' })).toContainText(
    'Sheikhpura, Sheikhpura',
  );
  for (const one of [...members, standIn]) await one.page.context().close();
});

test('a round that an administrator starts asks two teachers; one says no, and the administrator reads why', async ({
  browser,
  product,
}) => {
  const first = await member(browser, product.address, newTeacher('Ekta Singh', madhepura, supaul), true);
  const second = await member(browser, product.address, newTeacher('Firoz Alam', supaul, madhepura), true);
  const administrator = await (await browser.newContext({ baseURL: product.address })).newPage();
  await signInAsAdministrator(administrator);
  await administrator.goto('/admin?section=rounds');
  await administrator.getByLabel('Time to answer each proposal').selectOption('48 hours');
  await administrator.getByText('Only some subjects').click();
  await administrator.getByRole('checkbox', { name: /^Mathematics/ }).check();
  await administrator.getByRole('button', { name: 'Start the round' }).click();
  const asking = administrator.getByRole('dialog');
  await expect(asking).toContainText('sends the proposals at once');
  await expect(asking).toContainText('48 hours to answer');
  await asking.getByRole('button', { name: 'Start the round' }).click();
  const round = administrator.getByRole('article').filter({ hasText: 'Running' });
  await expect(round).toContainText('Mathematics');

  const waiting = first.page.getByRole('region', { name: 'Waiting for your answer' });
  const asked = async () => (await (await first.call('GET', '/agreements?waiting=true')).json()).agreements;
  await expect.poll(asked).toHaveLength(1);
  await first.page.goto('/agreements');
  await waiting.getByRole('link', { name: 'Supaul, Supaul' }).click();
  await expect(first.page.getByRole('timer')).toHaveText(/^(2 days|1 day 23 hours.*) left to answer$/);
  await expect(first.page.getByText(/^Members see your name/)).toBeVisible();
  await first.page.getByRole('button', { name: 'Yes, I agree' }).click();
  await expect(first.page.getByRole('heading', { name: 'You have said yes' })).toBeVisible();

  await second.page.goto('/agreements');
  await second.page.getByRole('link', { name: 'Madhepura, Madhepura' }).click();
  await second.page.getByRole('button', { name: 'No, I do not want it' }).click();
  const refusing = second.page.getByRole('dialog');
  await refusing.getByLabel('Reason').fill('My son is in class ten.');
  await refusing.getByRole('button', { name: 'No, I do not want it' }).click();
  await expect(second.page.getByText('Declined', { exact: true })).toBeVisible();

  await administrator.reload();
  await expect(administrator.getByText('My son is in class ten.')).toBeVisible();
  await administrator.getByText('By size of the group').click();
  await expect(administrator.getByRole('table', { name: 'By size of the group' })).toContainText(
    'Groups of 2',
  );
  await round.getByRole('button', { name: 'Stop this round' }).click();
  const stopping = administrator.getByRole('dialog');
  await expect(stopping).toContainText('All its open proposals end');
  await stopping.getByRole('button', { name: 'Stop this round' }).click();
  await expect(administrator.getByRole('button', { name: 'Start the round' })).toBeVisible();
  for (const page of [first.page, second.page, administrator]) await page.context().close();
});
