import type { Page } from '@playwright/test';
import { type Line, test } from './line.ts';
import {
  expectScreensStored,
  type NewTeacher,
  newTeacher,
  openAlertForm,
  password,
  signIn,
  signUp,
  twoWhoMatch,
} from './people.ts';
import { expect } from './product.ts';
import { storedIn, wordsIn } from './stored.ts';

test.use({ serviceWorkers: 'allow' });

const pupri = { district: 'Sitamarhi', block: 'Pupri' };
const benipur = { district: 'Darbhanga', block: 'Benipur' };
const draft = 'Words of a draft, about Reena';

interface Tabs {
  first: Page;
  second: Page;
  people: readonly NewTeacher[];
  /** Session of the member. */
  token: string;
}

/** Opens the alert to the matched teacher, and types it. */
async function typeAlert(page: Page, name: string, words: string): Promise<void> {
  await openAlertForm(page, name);
  await page.getByLabel('Your message').fill(words);
}

/** Opens the dashboard of a member in two tabs: an alert of the first is on its way, and the second has a draft. */
async function openTabs(page: Page, line: Line): Promise<Tabs> {
  const people = [
    newTeacher('Reena Sahu', pupri, benipur),
    newTeacher('Vinod Paswan', benipur, pupri),
  ] as const;
  const { own, other } = await twoWhoMatch(page, ...people);
  await page.goto('/dashboard');
  await expectScreensStored(page);
  const second = await page.context().newPage();
  await second.goto('/dashboard');
  const [match] = people;
  await typeAlert(second, match.name, draft);
  await typeAlert(page, match.name, 'Shall we swap?');
  await expect.poll(() => storedIn(second)).toContain(draft);
  await expect.poll(() => storedIn(second)).toContain(`${people[1].name} wants to live with the family.`);
  line.hold(`/api/alerts/${other.id}`);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await sent;
  return { first: page, second, people, token: own.token };
}

/** Returns words that appear only in what is stored of the member, of the other teacher and of the session. */
function wordsOf({ people, token }: Tabs): string[] {
  return [
    token,
    draft,
    'Shall we swap?',
    ...people.flatMap(({ name, phone, email }) => [name, phone, email]),
  ];
}

/** Expects that both tabs show no page of a member, and that neither can read anything of these people or of the session. */
async function expectNothingLeft(tabs: Tabs): Promise<void> {
  for (const tab of [tabs.first, tabs.second]) {
    await expect(tab).not.toHaveURL(/dashboard|account/);
    await expect.poll(async () => wordsIn(await storedIn(tab), wordsOf(tabs))).toEqual([]);
    const names = await tab.evaluate(() => ({
      local: Object.keys(localStorage).filter((name) => /token|user/i.test(name)),
      session: Object.keys(sessionStorage).filter((name) => !name.startsWith('react-router')),
    }));
    expect(names).toEqual({ local: [], session: [] });
  }
}

test('after a logout in one of two tabs, while an alert is being sent, no personal data is left', async ({
  page,
  line,
}) => {
  const tabs = await openTabs(page, line);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).not.toHaveURL(/dashboard/);
  await loseAlert(page, line);
  await expectNothingLeft(tabs);
});

test('after the session ended elsewhere, while an alert is being sent, no personal data is left in two tabs', async ({
  page,
  line,
}) => {
  const tabs = await openTabs(page, line);
  const headers = { authorization: `Bearer ${tabs.token}` };
  expect((await page.request.post('/api/auth/logout', { headers })).ok()).toBe(true);
  await tabs.second.goto('/alerts');
  await expect(tabs.second).toHaveURL(/login/);
  await loseAlert(page, line);
  await expectNothingLeft(tabs);
});

test('after the account is deleted in one of several tabs, while an alert is being sent, no personal data is left', async ({
  page,
  line,
}) => {
  const tabs = await openTabs(page, line);
  const third = await page.context().newPage();
  await third.goto('/account/delete');
  await third.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = third.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(third.getByText('Your account has been deleted.')).toBeVisible();
  await loseAlert(page, line);
  await expectNothingLeft(tabs);
});

test('after another member signed in in a third tab, while an alert is being sent, no personal data of the first is left', async ({
  page,
  line,
}) => {
  const tabs = await openTabs(page, line);
  const third = await page.context().newPage();
  const next = newTeacher('Chandan Ojha', benipur, pupri);
  await signUp(third, next);
  await third.evaluate(() => localStorage.clear());
  await signIn(third, next.email);
  await expect(third.getByRole('heading', { name: 'Welcome, Chandan Ojha' })).toBeVisible();
  await loseAlert(page, line);
  for (const tab of [tabs.first, tabs.second])
    await expect.poll(async () => wordsIn(await storedIn(tab), wordsOf(tabs))).toEqual([]);
});

/** Cuts the connection of the alert, so that a signed-in teacher would keep it as a draft. */
async function loseAlert(page: Page, line: Line): Promise<void> {
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/alerts/'));
  line.cut();
  await failed;
  line.mend();
}
