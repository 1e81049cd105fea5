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
const noTasks = { withoutOrder: none, notJoined: none, factsChanged: none, objections: none };
const bodies: Readonly<Record<string, object>> = {
  '/api/admin/waiting': { reports: none, heldTexts: none, overdueAgreements: none, partlyJoined: none },
  '/api/admin/stats': { totalUsers: 2000, inactiveUsers: 3, paidUsers: 40 },
  '/api/seasons/current': { season: null },
  '/api/admin/desk': { season: null, daysLeft: null, counts: null, tasks: noTasks },
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

it('the overview begins with the season in numbers, each a link to its teachers, and names the work on groups', async () => {
  signInAs('admin');
  const stage = (name: string) => ({ count: 7, list: `/api/admin/users?stage=${name}` });
  const counts = {
    consented: { count: 420, list: '/api/admin/consents' },
    ...{ inGroups: stage('inGroups'), objections: stage('objections'), agreed: stage('agreed') },
    ...{ papersIn: stage('papersIn'), ordered: stage('ordered'), joined: stage('joined') },
  };
  const tasks = { ...noTasks, withoutOrder: { count: 64, list: '/api/admin/agreements?task=withoutOrder' } };
  const desk = { season: { consent: 'before' }, daysLeft: 12, counts, tasks };
  api = answerCalls((path) => ({
    status: 200,
    body: path === '/api/admin/desk' ? desk : (bodies[path] ?? {}),
  }));
  await show(<Overview userId="a" />);
  const link = (name: string) => page.getByRole('link', { name });
  await expect.element(link('420 Consented')).toHaveAttribute('href', '/?section=consents');
  await expect.element(link('7 Agreed')).toHaveAttribute('href', '/?section=users&stage=agreed');
  await expect.element(page.getByText('12 days until the season closes.')).toBeVisible();
  await expect
    .element(link('Groups without an order 64'))
    .toHaveAttribute('href', '/?section=agreements&task=withoutOrder');
  expect(page.getByText('Nothing waits for you.').elements()).toEqual([]);
  expect(page.getByRole('heading', { level: 2 }).elements()[0]?.textContent).toBe('The season in numbers');
});

it.each(['/api/admin/waiting', '/api/seasons/current', '/api/admin/desk'])(
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
