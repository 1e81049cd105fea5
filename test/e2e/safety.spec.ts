import type { Locator } from '@playwright/test';
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

const arwal = { district: 'Arwal', block: 'Arwal' };
const katihar = { district: 'Katihar', block: 'Katihar' };
const barsoi = { district: 'Katihar', block: 'Barsoi' };
const manihari = { district: 'Katihar', block: 'Manihari' };
const kaler = { district: 'Jehanabad', block: 'Makhdumpur' };

test('a match is blocked, unblocked and reported; the administrator decides and both read the decision', async ({
  browser,
  product,
}) => {
  const open = async () => (await browser.newContext({ baseURL: product.address })).newPage();
  const rude = newTeacher('Rude Teacher', arwal, kaler);
  const kind = newTeacher('Kind Teacher', kaler, arwal);
  const other = await open();
  await postByApi(other, rude, (await signUp(other, rude)).token);
  const page = await open();
  await signUp(page, kind);
  await post(page, 'My school is far.');

  await page.goto('/dashboard');
  const match = page.getByRole('article').filter({ hasText: rude.name });
  await openCard(match);
  await match.getByRole('button', { name: `Block or report: ${rude.name}` }).click();
  const dialog = page.getByRole('dialog', { name: rude.name });
  await expect(dialog).toContainText('is not told who did it');
  await dialog.getByRole('button', { name: 'Block this teacher' }).click();
  await expect(dialog.getByRole('status')).toContainText('The teacher is blocked.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(match).toHaveCount(0);

  await page.goto('/account/blocked');
  const blocked = page.getByRole('region', { name: 'Blocked teachers' });
  await blocked.getByRole('button', { name: `Unblock: ${rude.name}` }).click();
  await expect(blocked).toContainText('You have blocked no teacher');

  await page.goto('/dashboard');
  await openCard(match);
  await match.getByRole('button', { name: `Block or report: ${rude.name}` }).click();
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog).toContainText('Please choose what is wrong.');
  await dialog.getByLabel('What is wrong').selectOption('Asks for money');
  await dialog.getByLabel('What happened').fill('Wanted 5000 on the phone.');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog).toContainText('The administrator will look into it');

  const administrator = await open();
  await signInAsAdministrator(administrator);
  await administrator.goto('/admin?section=reports');
  const report = administrator.getByRole('row').filter({ hasText: rude.name });
  await expect(report).toContainText('Wanted 5000 on the phone.');
  await report.getByRole('button', { name: `Decide: ${rude.name}` }).click();
  await administrator.getByLabel('What did you find?').selectOption('The report is right');
  await administrator.getByLabel('Your words to both').fill('Asking for money is not allowed here.');
  await administrator.getByRole('button', { name: 'Decide and tell both' }).click();
  await expect(administrator.getByText('The report is decided.')).toBeVisible();
  await expect(report).toHaveCount(0);

  for (const [reader, words] of [
    [page, 'Your report was looked into, and the administrator has acted on it'],
    [other, 'A teacher has reported you (Asks for money)'],
  ] as const) {
    await reader.goto('/dashboard');
    const told = reader.getByRole('region', { name: 'Alerts' }).getByText(words);
    await expect(told).toContainText('Asking for money is not allowed here.');
  }
  for (const one of [page, other, administrator]) await one.context().close();
});

test('a teacher can be blocked on a ring, on an alert and in the list of requests', async ({
  browser,
  product,
}) => {
  const member = async (person: NewTeacher) => {
    const page = await (await browser.newContext({ baseURL: product.address })).newPage();
    const { token, id } = await signUp(page, person);
    await postByApi(page, person, token);
    return { page, person, token, id };
  };
  const [reader, next, last] = await Promise.all([
    member(newTeacher('Ganga Devi', katihar, barsoi)),
    member(newTeacher('Hari Mandal', barsoi, manihari)),
    member(newTeacher('Indu Bala', manihari, katihar)),
  ]);
  const listed = await member(newTeacher('Jitendra Yadav', manihari, barsoi));
  const { page } = reader;
  const block = async (within: Locator, name: string) => {
    await within.getByRole('button', { name: `Block or report: ${name}` }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('button', { name: 'Block this teacher' }).click();
    await expect(dialog.getByRole('status')).toContainText('The teacher is blocked.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  };

  const sent = await last.page.request.post(`/api/alerts/${reader.id}`, {
    headers: { authorization: `Bearer ${last.token}` },
    data: { message: 'Shall we form the ring?' },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  await page.goto('/dashboard');
  const ring = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'A ring of 3' }) });
  await ring.getByText('See the members').click();
  await ring.getByText(`Reach ${next.person.name}`).click();
  await block(ring, next.person.name);
  await expect(ring).toHaveCount(0);

  const alert = page.getByRole('article').filter({ hasText: 'Shall we form the ring?' });
  await openCard(alert);
  await expect(alert).toContainText(last.person.phone);
  await block(alert, last.person.name);
  await expect(alert).toContainText('Show again');
  for (const secret of [last.person.name, last.person.phone, last.person.email])
    await expect(alert).not.toContainText(secret);

  await page.goto('/?district=Katihar&block=Barsoi');
  const card = page.getByRole('row').filter({ hasText: listed.person.name });
  await card.getByText(/^Details: /).click();
  await block(card, listed.person.name);
  await expect(card).toHaveCount(0);

  await page.goto('/account/blocked');
  const blocked = page.getByRole('region', { name: 'Blocked teachers' });
  for (const { person } of [next, last, listed]) await expect(blocked).toContainText(person.name);
  for (const one of [reader, next, last, listed]) await one.page.context().close();
});
