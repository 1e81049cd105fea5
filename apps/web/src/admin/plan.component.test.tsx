import type { Plan as PlanAnswer, PlanBoard } from '@mutual-transfer/domain/matching/plan';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { entryOf, planOf } from '../testing/plans.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { PlanSection } from './plan.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  api?.stop();
});

const ID = '0192f0c4-7a1e-7c3a-9a55-3f1c8d0e4b22';
const createdAt = '2026-11-21T06:30:00.000Z';
const LOOK_AGAIN_AFTER = 2_000;

/** Renders the plans with a stubbed API. The returned `run` sets the progress of the started plan, and `end` ends the plan. */
async function showPlans(latest: PlanAnswer | null) {
  const own = { _id: ID, isNightly: false, createdAt, finishedAt: null };
  const started = planOf({ ...own, requestedBy: ID, figures: null, status: 'queued', progress: 0 });
  const before = latest === null ? [] : [entryOf(latest)];
  let board: PlanBoard = { current: null, latest, history: before };
  let ended: PlanAnswer | undefined;
  const cancelled: string[] = [];
  const end = (status: PlanAnswer['status']) => {
    ended = planOf({ ...own, requestedBy: 'Meera Sahay', finishedAt: createdAt, status });
    const isDone = status === 'completed';
    board = { current: null, latest: isDone ? ended : latest, history: [entryOf(ended), ...before] };
  };
  const run = (progress: number) => {
    const best = { moves: 6_000, bound: 6_400 };
    board = { ...board, current: { ...started, status: 'running', progress, best } };
  };
  const begin = () => {
    board = { ...board, current: started };
    return started;
  };
  const cancel = (path: string) => {
    cancelled.push(path);
    end('cancelled');
    return ended;
  };
  api = answerCalls((path, _body, _parameters, init) => {
    if (init?.method === 'POST') return { status: 202, body: begin() };
    if (init?.method === 'DELETE') return { status: 200, body: cancel(path) };
    const bodies: Record<string, unknown> = {
      '/api/admin/rules': { rules: { largestGroup: 10 } },
      '/api/admin/plans': board,
      [`/api/admin/plans/${ID}`]: ended ?? started,
    };
    return { status: 200, body: bodies[path] ?? latest };
  });
  await show(<PlanSection userId="a" />);
  return { run, end, cancelled };
}

const start = () => page.getByRole('button', { name: 'Start the plan' });
const heading = (name: RegExp | string) => page.getByRole('heading', { name });
const history = () => page.getByRole('table', { name: 'Plans so far' });

/** Advances the time to the next poll until the element is present. */
async function expectAfterPolls(present: () => Element | null): Promise<void> {
  await expect
    .poll(() => {
      vi.advanceTimersByTime(LOOK_AGAIN_AFTER);
      return present();
    })
    .not.toBeNull();
}

it('a started plan shows its progress, and its report when it ends', async () => {
  const server = await showPlans(null);
  await expect.element(page.getByRole('heading', { name: 'There is no plan yet.' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Longest ring' }).selectOptions('Up to 4 teachers');
  await page.getByRole('combobox', { name: 'Chance that one member goes through' }).selectOptions('90%');
  await page.getByRole('combobox', { name: 'Search for better rings' }).selectOptions('For 5 minutes');
  await start().click();
  await expect.element(heading('The plan is waiting to start')).toBeVisible();
  const sent = api?.calls.find(({ body }) => body !== undefined)?.body;
  expect(sent).toEqual({ maxRing: 4, survival: 0.9, deepMinutes: 5 });
  for (const progress of [0.25, 0.5]) {
    server.run(progress);
    await expectAfterPolls(() => document.querySelector(`progress[value="${progress}"]`));
  }
  await expect.element(page.getByText(/Best so far: 6,000, at most possible 6,400/)).toBeVisible();
  server.end('completed');
  await expectAfterPolls(() => heading(/^Plan of 21 Nov 2026/).query());
  await expect.element(start()).toBeVisible();
});

it('a plan of an administrator is listed beside the nightly one, which visitors see', async () => {
  const server = await showPlans(planOf({}));
  await expect.poll(() => history().getByRole('row').elements().length).toBe(2);
  await start().click();
  server.end('completed');
  await expectAfterPolls(() => heading(/^Plan of 21 Nov 2026, 12:00/).query());
  await expect.poll(() => history().getByRole('row').elements().length).toBe(3);
  const night = history().getByRole('row').filter({ hasText: 'Told to visitors' });
  expect(night.elements()).toHaveLength(1);
  await expect.element(night.getByText('Every night')).toBeVisible();
  const own = history().getByRole('row').filter({ hasText: 'Meera Sahay' });
  await expect.element(own.getByText('6,311')).toBeVisible();
  await night.getByRole('button', { name: /^Show the plan of 21 Nov 2026, 2:00/ }).click();
  await expect.element(heading(/^Plan of 21 Nov 2026, 2:00/)).toBeVisible();
});

it('a plan that fails shows an error, and the previous one stays', async () => {
  const server = await showPlans(planOf({}));
  await start().click();
  await expect.element(page.getByRole('button', { name: 'Cancel the plan' })).toBeVisible();
  server.end('failed');
  await expectAfterPolls(() => page.getByText(/The plan could not be computed\./).query());
  await expect.element(heading(/^Plan of 21 Nov 2026, 2:00/)).toBeVisible();
});

it('a plan is cancelled only after a confirmation', async () => {
  const server = await showPlans(planOf({}));
  await start().click();
  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  await page.getByRole('button', { name: 'Let it go on' }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  expect(server.cancelled).toEqual([]);
  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click();
  await expect.element(page.getByText('The plan has been cancelled.')).toBeVisible();
  await expect.element(heading(/^Plan of 21 Nov 2026/)).toBeVisible();
});

it('an earlier plan that was chosen shows a placeholder until it is loaded', async () => {
  const latest = planOf({ _id: ID, finishedAt: createdAt });
  const former = planOf({ _id: ID.replace('b22', 'b23'), finishedAt: '2026-11-20T06:30:00.000Z' });
  const { promise, resolve } = Promise.withResolvers<void>();
  api = answerCalls(async (path) => {
    if (path.endsWith('/rules')) return { status: 200, body: { rules: { largestGroup: 10 } } };
    if (path.endsWith('/plans'))
      return { status: 200, body: { current: null, latest, history: [entryOf(latest), entryOf(former)] } };
    await promise;
    return { status: 200, body: former };
  });
  await show(<PlanSection userId="a" />);
  await page.getByRole('button', { name: /^Show the plan of 20 Nov/ }).click();
  await expect.element(page.getByRole('status', { name: 'Loading …' })).toBeVisible();
  resolve();
  await expect.element(page.getByRole('heading', { name: /20 Nov 2026/ })).toBeVisible();
});
