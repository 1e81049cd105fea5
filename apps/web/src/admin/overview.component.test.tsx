import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { Overview } from './overview.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const none = { count: 0, list: '/api/admin/reports' };
const bodies: Readonly<Record<string, object>> = {
  '/api/admin/waiting': { reports: none, heldTexts: none, overdueAgreements: none, partlyJoined: none },
  '/api/admin/stats': { totalUsers: 2000, inactiveUsers: 3, paidUsers: 40 },
  '/api/seasons/current': { season: null },
};

it('the overview begins with what waits, links its figures to lists, and loads neither growth nor pairs', async () => {
  signInAs('admin');
  api = answerCalls((path) => ({ status: 200, body: bodies[path] ?? {} }));
  await show(<Overview userId="a" />);
  await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Inactive/ }))
    .toHaveAttribute('href', '/?section=users&isActive=false');
  const headings = page.getByRole('heading', { level: 2 }).elements();
  expect(headings[0]?.textContent).toBe('What waits');
  expect(new Set(api.calls.map(({ path }) => path))).toEqual(new Set(Object.keys(bodies)));
});

it.each(['/api/admin/waiting', '/api/seasons/current'])(
  'the overview is shown once %s is loaded, so that no part is pushed down',
  async (late) => {
    signInAs('admin');
    const asked = Promise.withResolvers<object>();
    api = answerCalls(async (path) => ({
      status: 200,
      body: path === late ? await asked.promise : (bodies[path] ?? {}),
    }));
    await show(<Overview userId="a" />);
    await expect.poll(() => api?.calls.map(({ path }) => path)).toContain(late);
    await expect.poll(() => page.getByRole('status').elements().length).toBe(1);
    expect(page.getByRole('heading', { level: 2 }).elements()).toEqual([]);
    asked.resolve(bodies[late] ?? {});
    await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
  },
);
