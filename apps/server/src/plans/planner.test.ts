import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAdministrator, type TestTeacher } from '../../test/testing/factories.ts';
import {
  PLANNED_WITHIN,
  planOf,
  reached,
  startPlan,
  threads,
  whileOffersAreLocked,
} from '../../test/testing/plans.ts';
import { ringOfThree } from '../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { startJobs } from '../jobs.ts';
import { createPlanner, type Planner } from './planner.ts';

let test: TestApp;
let administrator: TestTeacher;

beforeEach(async () => {
  test = await startTestApp();
  administrator = await makeAdministrator(test);
});
afterEach(() => test.close());

function another(): Planner {
  const { db, pool } = test.database;
  return createPlanner({ db, pool, nightlyPlanSeconds: 60, now: () => test.clock.now, onError: () => {} });
}

async function latest() {
  return test.database.db
    .selectFrom('plans')
    .select(['max_ring', 'requested_by', 'figures'])
    .where('status', '=', 'completed')
    .executeTakeFirst();
}

describe('a planner', () => {
  it('that is stopped puts its plan back in the line, and the next one makes it', async () => {
    await ringOfThree(test, 'Urdu');
    await whileOffersAreLocked(test, async () => {
      const { _id } = await startPlan(test, administrator);
      await vi.waitFor(async () => expect(await threads(test)).toBe(1), PLANNED_WITHIN);
      await test.planner.stop();
      expect(await planOf(test, administrator, _id)).toMatchObject({ status: 'queued', progress: 0 });
      await vi.waitFor(async () => expect(await threads(test)).toBe(0), PLANNED_WITHIN);
    });
    await another().runWaiting();
    expect((await latest())?.figures?.moved).toBe(3);
  });

  it('takes a plan that no other has', async () => {
    const second = await joinTestApp(test);
    await whileOffersAreLocked(test, async () => {
      const { _id } = await startPlan(test, administrator);
      await reached(test, administrator, _id, 'running');
      await second.planner.runWaiting();
      await vi.waitFor(async () => expect(await threads(test)).toBe(1), PLANNED_WITHIN);
    });
    await test.settled();
    expect((await latest())?.figures?.moved).toBe(0);
    await second.close();
  });
});

describe('the jobs', () => {
  const start = () => {
    const { db, pool } = test.database;
    const onError = (error: unknown) => {
      throw error;
    };
    const now = () => new Date();
    return startJobs({
      config: { announceAfterMinutes: 0, nightlyRound: false },
      db,
      pool,
      provider: undefined,
      graph: test.graph,
      planner: another(),
      now,
      onError,
    });
  };

  it('make the first plan by themselves when there are requests, and one that waits when told', async () => {
    await ringOfThree(test, 'Urdu');
    const jobs = await start();
    await vi.waitFor(async () => expect(await latest()).toBeDefined(), PLANNED_WITHIN);
    expect(await latest()).toMatchObject({ max_ring: 10, requested_by: null, figures: { moved: 3 } });
    const { rows } = await test.database.pool.query<{ cron: string; timezone: string }>(
      "select cron, timezone from pgboss.schedule where name = 'plan-of-the-night'",
    );
    expect(rows).toEqual([{ cron: '30 2 * * *', timezone: 'Asia/Kolkata' }]);
    await test.planner.stop();
    const { _id } = await startPlan(test, administrator);
    await jobs.planQueued();
    await reached(test, administrator, _id, 'completed');
    await jobs.stop();
  });

  it('plan nothing where there are no requests', async () => {
    const jobs = await start();
    await jobs.stop();
    expect(await test.database.db.selectFrom('plans').select('id').execute()).toEqual([]);
  });
});
