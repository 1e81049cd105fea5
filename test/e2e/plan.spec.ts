import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { toPaper, whatIsLost } from './paper.ts';
import { newTeacher, postByApi, signInAsAdministrator, signUp } from './people.ts';
import { keepPlans, planOf } from './plan-board.ts';
import { expect, test } from './product.ts';

async function openPlan(page: Page): Promise<void> {
  await signInAsAdministrator(page);
  await page.goto('/admin?section=plan');
}

test.describe('the statewide plan of an administrator', () => {
  test('is read in numbers, bars, a map and a table, and saved', { tag: '@desk' }, async ({ page }) => {
    await keepPlans(page, { latest: planOf({}), progresses: [], end: 'completed' });
    await openPlan(page);
    const reach = page.getByRole('table', { name: 'What longer rings bring' });
    await expect(reach.getByRole('row', { name: 'Pairs only 900' })).toBeVisible();
    await expect(reach.getByRole('row', { name: 'Any length 6,480' })).toBeVisible();
    const map = page.getByRole('list', { name: 'The districts in the plan' });
    await expect(map.getByRole('listitem')).toHaveCount(38);
    await expect(map.getByText(/^Patna\. Could move: [\d,]+, Want to come: 12,040, /)).toBeAttached();
    await page.getByRole('radio', { name: 'Want to come' }).check({ force: true });
    await expect(map.getByText('12,040', { exact: true })).toBeVisible();
    const strata = page.getByRole('table', { name: 'Who can swap with one another' });
    await expect(strata.getByRole('row')).toHaveCount(11);
    await page.getByRole('button', { name: 'Show all 14 groups' }).click();
    await expect(strata.getByRole('row')).toHaveCount(15);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the rings (CSV)' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('mutual-transfer-rings-2026-11-20.csv');
    expect(await readFile(await download.path(), 'utf8')).toBe('ring,position\n1,1\n');
    await toPaper(page);
    await expect(reach).toBeVisible();
    await expect(map).toBeVisible();
    await expect(strata.getByRole('row')).toHaveCount(15);
    expect(await whatIsLost(page)).toEqual({ overflow: 0, pressed: 0 });
  });

  test('is started, followed to its end, and replaces the one before', async ({ page }) => {
    await keepPlans(page, { latest: null, progresses: [0.25, 0.5], end: 'completed' });
    await openPlan(page);
    await expect(page.getByRole('heading', { name: 'There is no plan yet.' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Longest ring' }).selectOption('Up to 4 teachers');
    await page.getByRole('combobox', { name: 'Chance that one member goes through' }).selectOption('90%');
    await page.getByRole('combobox', { name: 'Search for better rings' }).selectOption('For 5 minutes');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Start the plan' }).click();
    expect((await sent).postDataJSON()).toEqual({ maxRing: 4, survival: 0.9, deepMinutes: 5 });
    const progress = page.getByRole('progressbar', { name: 'The plan is being computed' });
    await expect(progress).toHaveAttribute('value', '0.25');
    await expect(page.getByText('Best so far: 6,000, at most possible 6,400')).toBeVisible();
    await expect(progress).toHaveAttribute('value', '0.5');
    await expect(page.getByRole('heading', { name: /^Plan of 21 Nov 2026/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start the plan' })).toBeVisible();
  });

  test('of an administrator is kept beside the nightly one, which visitors see', async ({ page }) => {
    await keepPlans(page, { latest: planOf({}), progresses: [], end: 'completed' });
    await openPlan(page);
    const history = page.getByRole('table', { name: 'Plans so far' });
    await expect(history.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Start the plan' }).click();
    await expect(history.getByRole('row')).toHaveCount(3);
    const night = history.getByRole('row').filter({ hasText: 'Told to visitors' });
    await expect(night).toHaveCount(1);
    await expect(night).toContainText('Every night');
    await expect(history.getByRole('row').filter({ hasText: 'Meera Sahay' })).toContainText('6,311');
    await expect(page.getByRole('heading', { name: /^Plan of 21 Nov 2026, 12:00/ })).toBeVisible();
    await night.getByRole('button', { name: /^Show the plan of 21 Nov 2026, 2:00/ }).click();
    await expect(page.getByRole('heading', { name: /^Plan of 21 Nov 2026, 2:00/ })).toBeVisible();
  });

  test('shows an error if it fails, and the previous one is kept', async ({ page }) => {
    await keepPlans(page, { latest: planOf({}), progresses: [0.1], end: 'failed' });
    await openPlan(page);
    await page.getByRole('button', { name: 'Start the plan' }).click();
    await expect(page.getByRole('alert')).toContainText('The plan could not be computed.');
    await expect(page.getByRole('heading', { name: /^Plan of 21 Nov 2026, 2:00/ })).toBeVisible();
  });

  test('is cancelled only when that is confirmed', async ({ page }) => {
    await keepPlans(page, { latest: planOf({}), progresses: Array(50).fill(0.3), end: 'cancelled' });
    await openPlan(page);
    await page.getByRole('button', { name: 'Start the plan' }).click();
    await page.getByRole('button', { name: 'Cancel the plan' }).click();
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel the plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click();
    await expect(page.getByText('The plan has been cancelled.')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Plan of 21 Nov 2026/ })).toBeVisible();
  });
});

test('a visitor narrows the list by the map, and sees everything again', { tag: '@desk' }, async ({
  page,
}) => {
  const person = newTeacher(
    'Narendra Mandal',
    { district: 'Gaya', block: 'Bodh Gaya' },
    { district: 'Patna', block: 'Danapur' },
  );
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/?urgency=medium');
  await page.getByText('Map of the districts').click();
  const map = page.getByRole('list', { name: 'Map of the districts' });
  await map.getByRole('link', { name: /^Patna\. Want to come: [\d,]+, Want to leave: [\d,]+/ }).click();
  await expect(page).toHaveURL(/urgency=medium&district=Patna/);
  await expect(page.getByRole('row', { name: /Narendra Mandal/ })).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).press('Enter');
  await expect(page).toHaveURL(/district=Khagaria/);
  await expect(page.getByText('No requests fit these filters.')).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).click();
  await expect(page).not.toHaveURL(/district=/);
  await page.getByRole('radio', { name: 'Want to leave' }).check({ force: true });
  await map.getByRole('link', { name: /^Gaya\. / }).click();
  await expect(page).toHaveURL(/urgency=medium&fromDistrict=Gaya/);
  await expect(page.getByRole('row', { name: /Narendra Mandal/ })).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).press('Enter');
  await expect(page.getByText('No requests fit these filters.')).toBeVisible();
  await map.getByRole('link', { name: /^Khagaria/ }).click();
  await expect(page).not.toHaveURL(/fromDistrict=/);
  await expect(page).toHaveURL(/urgency=medium/);
});

test('a visitor reads what the latest plan says', async ({ page }) => {
  await page.route('**/api/plan', (route) =>
    route.fulfill({
      json: {
        isPlanned: true,
        plannedAt: '2026-11-20T20:30:00.000Z',
        teachers: 12_345,
        maxRing: 10,
        moved: 4_321,
        movedInPairs: 900,
      },
    }),
  );
  await page.goto('/notice');
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Mutual Transfer' }).click();
  await expect(
    page.getByText(
      'Of 12,345 teachers with a request, 4,321 could move in rings of up to 10; pairs alone would move 900. (Plan of 21 Nov 2026)',
    ),
  ).toBeVisible();
});
