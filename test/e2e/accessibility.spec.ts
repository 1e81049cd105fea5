import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { entryOf, planOf } from '../../apps/web/src/testing/plans.ts';
import { newTeacher, postByApi, signInAsAdministrator, signUp } from './people.ts';
import { expect, test } from './product.ts';
import { tooWide } from './too-wide.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

const open = [
  '/',
  '/where',
  '/where?teach=Mathematics&level=6-8&mine=Gaya&wish=Patna',
  '/login',
  '/register',
  '/privacy-notice',
  '/terms',
  '/refunds',
  '/contact',
  '/help',
  '/accessibility',
  '/complaint',
  '/season',
  '/i/en/2gwi35',
  '/no-such-page',
];
const signedIn = [
  '/',
  '/?tab=my',
  '/dashboard',
  '/transfer-request',
  '/privacy-management',
  '/account',
  '/alerts',
  '/where',
  '/where?wish=Patna',
];
const administration = ['', 'plan', 'rules', 'users', 'paid', 'settings', 'audit', 'consents'].map(
  (section) => (section === '' ? '/admin' : `/admin?section=${section}`),
);

/** Opens the map of a screen, if it has one. */
async function openMap(page: Page): Promise<void> {
  const name = /^(Map of the districts|ज़िलों का नक़्शा)$/;
  const summary = page.locator('summary').filter({ hasText: name });
  if (!(await summary.isVisible())) return;
  await summary.click();
  await page.getByRole('list', { name }).waitFor();
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

const phone = { width: 360, height: 640 };
const desk = { width: 1280, height: 800 };

/** Returns the language of a screen: Hindi on phones, English on desktops. */
const languageOf = (width: number) => (width === phone.width ? 'hi' : 'en');

/** Widths of phones and sizes of letters at which no screen may break. */
const narrow = [phone.width, 320];
const letters = ['130%', '200%'];
/** Widths of desktops at which the header has little space. */
const wide = [1216, desk.width, 1440];

/** Inspects a screen at its size in both colour schemes, and its layout at the sizes of the other device too. */
async function inspect(page: Page, address: string): Promise<void> {
  const { width } = page.viewportSize() ?? phone;
  const [own, other] = width === phone.width ? [phone, desk] : [desk, phone];
  const label = `${address}, ${languageOf(width)}`;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  // On a busy machine the network can be idle before the script of a lazy screen has run.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await openMap(page);
  await expectReadable(page, label);
  await page.evaluate(axe.source);
  await findNothing(page, standards, `${label}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await findNothing(page, ['color-contrast'], `${label}, dark`);
  await page.setViewportSize(other);
  await expectReadable(page, `${label}, ${other.width} px`);
  await expectWholeHeader(page, label);
  await expectSpaceForLargeLetters(page, label);
  await page.setViewportSize(own);
}

/** Expects that no items of the header overlap on a desktop. */
async function expectWholeHeader(page: Page, label: string): Promise<void> {
  for (const width of wide) {
    await page.setViewportSize({ ...desk, width });
    const overlaps = await page.getByRole('banner').evaluate((header) => {
      const boxes = [...header.querySelectorAll('a, button')]
        .map((element) => element.getBoundingClientRect())
        .filter((box) => box.width > 0);
      return boxes.filter(({ left }, index) => left < (boxes[index - 1]?.right ?? 0) - 1).length;
    });
    expect(overlaps, `${label}, ${width} px: items of the header that overlap`).toBe(0);
  }
}

/** Expects that large letters on a phone make nothing wider than the screen, and leave the header one line and a quarter of the screen. */
async function expectSpaceForLargeLetters(page: Page, label: string): Promise<void> {
  const resize = (size: string) =>
    page.evaluate((percent) => {
      document.documentElement.style.fontSize = percent;
    }, size);
  for (const width of narrow) {
    await page.setViewportSize({ ...phone, width });
    for (const size of letters) {
      await resize(size);
      const where = `${label}, ${width} px, letters of ${size}`;
      expect.soft(await tooWide(page), `${where}: wider than the screen`).toEqual([]);
      const { share, lines } = await headerFigures(page);
      expect.soft(share, `${where}: the header's share of the screen`).toBeLessThan(0.25);
      expect(lines, `${where}: lines of the brand`).toBeLessThanOrEqual(1);
    }
  }
  await resize('');
}

/** Returns the header's share of the screen's height, and the number of lines of the brand; 0 if it is hidden. */
function headerFigures(page: Page) {
  return page.getByRole('banner').evaluate((header) => {
    const name = header.querySelector('a[href="/"] span');
    if (name === null) throw new Error('The header has no brand');
    const range = document.createRange();
    range.selectNodeContents(name);
    const isShown = getComputedStyle(name).clipPath === 'none';
    return {
      share: header.getBoundingClientRect().height / window.innerHeight,
      lines: isShown ? new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size : 0,
    };
  });
}

/** Expects that no word is cut off or ambiguous, which depends on the language and the width. */
async function expectReadable(page: Page, label: string): Promise<void> {
  await expect.poll(() => tooWide(page), `${label}: wider than the screen`).toEqual([]);
  expect(await namesThatRepeat(page), `${label}: one name for different effects`).toEqual([]);
}

/**
 * Returns the names that buttons or links of one section share although their effects differ. Buttons of fields are
 * named by their fields.
 */
function namesThatRepeat(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const effects = new Map<string, Set<string>>();
    const sections = [...document.querySelectorAll('section, aside')];
    const elements = document.querySelectorAll('main :is(button:not(label + * button), a[href], summary)');
    for (const [index, element] of [...elements].entries()) {
      if (!element.checkVisibility()) continue;
      const section = sections.indexOf(element.closest('section, aside') ?? document.body);
      const name = `${section} ${element.getAttribute('aria-label') ?? element.textContent.trim()}`;
      const effect = element.getAttribute('href') ?? String(index);
      effects.set(name, (effects.get(name) ?? new Set()).add(effect));
    }
    return [...effects].flatMap(([name, found]) => (found.size > 1 ? [name] : []));
  });
}

declare global {
  interface Window {
    /** Set by axe's script in the page. */
    axe: typeof axe;
  }
}

/** Runs these rules, or the rules with these tags, in the page. No screen has a frame, which axe would not inspect. */
async function findNothing(page: Page, rules: string[], label: string): Promise<void> {
  // The elements that pass are not described, which would take longer than the rules.
  const options: RunOptions = { runOnly: rules, resultTypes: ['violations'] };
  const found = await page.evaluate(async (chosen) => {
    const { violations } = await window.axe.run(document, chosen);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  }, options);
  expect(found, label).toEqual([]);
}

/** Inspects the screens in sequence, in the language of this width. */
async function inspectAll(
  page: Page,
  { address: url }: { address: string },
  addresses: readonly string[],
): Promise<void> {
  const language = languageOf(page.viewportSize()?.width ?? phone.width);
  await page.context().addCookies([{ name: 'language', value: language, url }]);
  for (const address of addresses) await inspect(page, address);
}

/** The longest name for which the header and the lists must have space. */
const longName = 'Anandkishor Venkataraman Chaturvedi';

test.describe('axe finds no violation, and nothing is wider than the screen, in each language and colour scheme, on', {
  tag: '@desk',
}, () => {
  // Each takes long, so the workers run them in parallel.
  test.describe.configure({ mode: 'parallel' });

  test('the screens of a visitor', async ({ page, product }) => {
    await inspectAll(page, product, open);
  });

  test('the screens of a teacher', async ({ page, product }) => {
    const person = newTeacher(longName, bodhGaya, danapur);
    const other = newTeacher('Sushma Kumari', danapur, bodhGaya);
    const { token: otherToken } = await signUp(page, other);
    await postByApi(page, other, otherToken);
    const { token, id } = await signUp(page, person);
    await postByApi(page, person, token);
    await postByApi(page, { ...person, wish: { district: 'Patna', block: 'Any block' } }, token);
    const alert = await page.request.post(`/api/alerts/${id}`, {
      headers: { authorization: `Bearer ${otherToken}` },
      data: { message: 'Shall we swap?' },
    });
    expect(alert.ok(), await alert.text()).toBe(true);
    await inspectAll(page, product, signedIn);
  });

  test('the payment', async ({ page, product }) => {
    await page.route('**/api/me', async (route) => {
      const answer = await route.fetch();
      const payment = { isPaymentRequired: true, isPaid: false };
      await route.fulfill({ json: { ...(await answer.json()), payment, waiting: null } });
    });
    await page.route('**/api/payment/settings', (route) =>
      route.fulfill({ json: { isPaymentRequired: true, paymentAmount: 10 } }),
    );
    await signUp(page, newTeacher('Vinod Kumar', bodhGaya, danapur));
    await inspectAll(page, product, ['/payment']);
  });

  test('the screens of an administrator', async ({ page, browser, product }) => {
    const context = await browser.newContext({ baseURL: product.address });
    const teacher = await context.newPage();
    // Not the names of the teachers of another test: the list would name two people alike.
    const person = newTeacher('Brijkishor Venkataraman Chaturvedi', bodhGaya, danapur);
    const { token, id } = await signUp(teacher, person);
    await postByApi(teacher, person, token);
    // The lists of pairs have an entry.
    const other = newTeacher('Sushma Devi', danapur, bodhGaya);
    await postByApi(teacher, other, (await signUp(teacher, other)).token);
    await context.close();
    await signInAsAdministrator(page);
    await page.route('**/api/admin/plans', (route) =>
      route.fulfill({ json: { current: null, latest: planOf({}), history: [entryOf(planOf({}))] } }),
    );
    await inspectAll(page, product, [...administration, `/admin?section=person&person=${id}`]);
  });
});
