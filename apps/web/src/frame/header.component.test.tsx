import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearSession, currentSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import Guard from './access-guard.tsx';
import { Header } from './header.tsx';
import ImpersonationBanner from './impersonation-banner.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
});

/** Opens the menu. @returns a function that returns the texts of its items in order. */
async function openMenu(known: string): Promise<() => string[]> {
  api = answerCalls(() => ({ status: 200, body: { unread: 0, agreements: [], pagination: { total: 0 } } }));
  await show(<Header />);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await expect.element(menu.getByText(known, { exact: true })).toBeVisible();
  return () =>
    [...menu.element().querySelectorAll('a, button')]
      .map((item) => item.textContent ?? '')
      .filter((text) => text !== '');
}

it('a visitor sees the public pages, Login and Register', async () => {
  const items = ['Map', 'Check an order', 'Login', 'Register'];
  const shown = await openMenu('Login');
  await expect.poll(() => shown().slice(0, items.length)).toEqual(items);
  await expect.element(page.getByText('Dashboard')).not.toBeInTheDocument();
});

it('Escape closes the menu and focuses its button', async () => {
  await openMenu('Login');
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  const menu = page.getByRole('button', { name: 'Open the menu' });
  await expect.element(menu).toHaveFocus();
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false');
});

it('on a low screen the menu opens within the screen, and scrolls to its last item', async () => {
  await page.viewport(640, 360);
  await openMenu('Login');
  const menu = page.getByRole('navigation', { name: 'Main navigation' }).element();
  const items = [...menu.querySelectorAll('a, button')];
  expect(items[0]?.getBoundingClientRect().bottom).toBeLessThan(innerHeight);
  expect(menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  menu.scrollTo({ top: menu.scrollHeight });
  const lastShown = items.findLast((item) => item.checkVisibility());
  expect(lastShown?.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
});

it('a teacher sees a link to each of their pages, and no Admin Panel', async () => {
  signInAs();
  const items = ['Home', 'Dashboard', 'New Request', 'View Requests', 'Map', 'Privacy', 'Logout'];
  const shown = await openMenu('Logout');
  await expect.poll(() => shown().filter((item) => items.includes(item))).toEqual(items);
  for (const absent of ['Admin Panel', 'Login', 'Register']) expect(shown()).not.toContain(absent);
});

it('an administrator sees the Admin Panel', async () => {
  signInAs('admin');
  await expect.poll(await openMenu('Logout')).toContain('Admin Panel');
});

it('a guarded page shows that access is being verified until the session is read', async () => {
  signInAs();
  api = answerCalls(() => new Promise(() => {}));
  await show(<Guard />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Verifying access...');
  const again = page.getByRole('link', { name: 'Load the page again' });
  await expect.element(again).not.toBeInTheDocument();
  for (const waiting of document.getAnimations()) waiting.finish();
  await expect.element(again).toBeVisible();
  await expect.element(again).toHaveAttribute('href', '?');
});

it('an administrator who views the product as a teacher sees a banner with both names', async () => {
  signInAs();
  const user = { ...currentSession()?.user, impersonated: true, impersonatedBy: { name: 'Vijay Prakash' } };
  await show(<ImpersonationBanner user={user as Parameters<typeof ImpersonationBanner>[0]['user']} />);
  const banner = page.getByRole('complementary', { name: 'Impersonating user view' });
  await expect.element(banner.getByText(/Vijay Prakash/)).toBeVisible();
  await expect.element(banner.getByText(/Asha Kumari/)).toBeVisible();
  await expect.element(banner.getByText(/admin functions are disabled/)).toBeVisible();
  await expect.element(banner.getByRole('button', { name: 'Return to Admin' })).toBeVisible();
});
