import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAdministrator, type TestTeacher } from '../../../test/testing/factories.ts';
import { lockTable, waitingForLocks } from '../../../test/testing/locks.ts';
import { planOf, reached, startPlan, threads, whileOffersAreLocked } from '../../../test/testing/plans.ts';
import { ringOfThree } from '../../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp, testLinks } from '../../../test/testing/test-app.ts';
import { startBoss, startJobs } from '../../jobs.ts';
import { PLAN_QUEUE, sendPlan } from './plan-queue.ts';
import { createPlanner } from './planner.ts';

let test: TestApp;
let administrator: TestTeacher;

beforeEach(async () => {
  test = await startTestApp();
  administrator = await makeAdministrator(test);
});
afterEach(() => test.close());

async function latest() {
  return test.database.db
    .selectFrom('plans')
    .select(['max_ring', 'requested_by', 'figures'])
    .executeTakeFirst();
}

describe('a planner', () => {
  it('returns its plan to the queue when it is stopped, and the next planner completes the plan', async () => {
    await ringOfThree(test, 'Urdu');
    await whileOffersAreLocked(test, async () => {
      const { _id } = await startPlan(test, administrator);
      await expect.poll(() => threads(test)).toBe(1);
      await test.planner.stop();
      const stopped = await reached(test, administrator, _id, 'queued');
      expect(stopped).toMatchObject({ progress: 0, finishedAt: null });
      await expect.poll(() => threads(test)).toBe(0);
    });
    const next = await joinTestApp(test);
    await next.planner.work();
    await expect.poll(async () => (await latest())?.figures?.moved).toBe(3);
    await next.close();
  });

  it('that is stopped before its process starts returns its plan to the queue', async () => {
    await whileOffersAreLocked(test, async () => {
      const progress = await lockTable('plan_progress', test.database);
      const { _id } = await startPlan(test, administrator);
      await expect.poll(() => waitingForLocks(test.database)).toBe(1);
      const stopped = test.planner.stop();
      await progress.release();
      await reached(test, administrator, _id, 'queued');
      expect(await threads(test)).toBe(0);
      await stopped;
    });
  });

  it('takes over the plan of a process whose heartbeat timed out', async () => {
    await ringOfThree(test, 'Urdu');
    const { db, pool } = test.database;
    const dead = await startBoss(pool, () => {}, { schedule: false });
    const id = (await sendPlan(dead, db, { maxRing: 3, survival: 1, requestedBy: null })) ?? '';
    await dead.fetch(PLAN_QUEUE);
    const statusAfter = async (secondsWithoutHeartbeat: number) => {
      await pool.query(
        'update pgboss.job set heartbeat_on = now() - make_interval(secs => $2) where id = $1',
        [id, secondsWithoutHeartbeat],
      );
      // Without this, pg-boss skips checks that follow each other quickly.
      await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
      await dead.supervise(PLAN_QUEUE);
      return (await planOf(test, administrator, id)).status;
    };
    expect(await statusAfter(20)).toBe('running');
    expect(await statusAfter(40)).toBe('queued');
    await test.planner.work();
    expect((await reached(test, administrator, id, 'completed')).figures?.moved).toBe(3);
    await dead.stop();
  });

  it('ignores a plan that another planner is computing', async () => {
    const second = await joinTestApp(test);
    await whileOffersAreLocked(test, async () => {
      const { _id } = await startPlan(test, administrator);
      await reached(test, administrator, _id, 'running');
      await second.planner.work();
      await expect.poll(() => threads(test)).toBe(1);
    });
    await expect.poll(async () => (await latest())?.figures?.moved).toBe(0);
    await second.close();
  });
});

describe('the jobs', () => {
  const start = async () => {
    const { db, pool } = test.database;
    const onError = (error: unknown) => {
      throw error;
    };
    const now = () => new Date();
    const boss = await startBoss(pool, onError);
    const planner = createPlanner({ boss, db, pool, config: { nightlyPlanSeconds: 0 }, now, onError });
    const config = { announceAfterMinutes: 0, mailsPerSecond: 10, sealedRecordsKey: undefined };
    return startJobs({
      boss,
      config,
      db,
      provider: undefined,
      channels: [],
      links: testLinks,
      graph: test.graph,
      planner,
      now,
      onError,
    });
  };

  it('queue the first plan if there are requests, schedule a plan each night, and complete queued plans', async () => {
    await ringOfThree(test, 'Urdu');
    const jobs = await start();
    await expect.poll(latest).toMatchObject({ max_ring: 10, requested_by: null, figures: { moved: 3 } });
    const { rows } = await test.database.pool.query<{ cron: string; timezone: string }>(
      "select cron, timezone from pgboss.schedule where name = 'plan-of-the-night'",
    );
    expect(rows).toEqual([{ cron: '30 2 * * *', timezone: 'Asia/Kolkata' }]);
    await test.planner.stop();
    const { _id } = await startPlan(test, administrator);
    await reached(test, administrator, _id, 'completed');
    await jobs.stop();
  });

  it('queue no plan at the start if there are no requests', async () => {
    const jobs = await start();
    await jobs.stop();
    expect(await test.database.db.selectFrom('plans').select('id').execute()).toEqual([]);
  });
});
