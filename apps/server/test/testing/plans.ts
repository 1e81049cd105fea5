import type { Plan } from '@mutual-transfer/domain/matching/plan';
import { expect } from 'vitest';
import { findPlanJobs } from '../../src/matching/plans/plan-queue.ts';
import { sendOwnPlan } from '../../src/matching/plans/planner.ts';
import type { TestTeacher } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Starts a plan through the API, by default with rings of at most three. */
export async function startPlan(
  test: TestApp,
  administrator: TestTeacher,
  body: object = { maxRing: 3 },
): Promise<Plan> {
  const { token } = administrator;
  const response = await test.call({ method: 'POST', url: '/api/admin/plans', body, token });
  expect(response.statusCode, response.body).toBe(202);
  return response.json();
}

/** Runs the nightly plan to its end. */
export async function planByNight(test: TestApp): Promise<void> {
  await sendOwnPlan(test.boss, test.database.db, test.clock.now);
  await runQueued(test);
}

/** Computes the queued plan to its end. */
export async function runQueued(test: TestApp): Promise<void> {
  await test.planner.work();
  const unfinished = async () =>
    (await findPlanJobs(test.boss, test.database.db)).filter(({ finishedAt }) => finishedAt === null);
  await expect.poll(unfinished).toEqual([]);
  await test.settled();
}

export async function planOf(test: TestApp, { token }: TestTeacher, id: string): Promise<Plan> {
  return (await test.call({ url: `/api/admin/plans/${id}`, token })).json();
}

/** Waits until the plan has reached this state. */
export async function reached(
  test: TestApp,
  administrator: TestTeacher,
  id: string,
  status: Plan['status'],
): Promise<Plan> {
  await expect.poll(async () => (await planOf(test, administrator, id)).status).toBe(status);
  return planOf(test, administrator, id);
}

/** Locks the offers while `work` runs, so that planning processes cannot read them. */
export async function whileOffersAreLocked(test: TestApp, work: () => Promise<void>): Promise<void> {
  await test.settled();
  const client = await test.database.pool.connect();
  await client.query('begin');
  await client.query('lock table offers in access exclusive mode');
  try {
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Returns the number of planning processes connected to the database. */
export async function threads(test: TestApp): Promise<number> {
  const { rows } = await test.database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name like 'plan of %'",
  );
  return rows.length;
}
