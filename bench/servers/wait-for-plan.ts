import type pg from 'pg';
import { until } from './until.ts';

type Observer = Pick<pg.Pool, 'query'> | Pick<pg.Client, 'query'>;

const LONGEST_PLAN_MS = 300_000;

/**
 * Waits for the plan that the app computes in a thread for a new data set, because it would distort the measurements.
 * Cancels it if it takes too long.
 */
export async function waitForPlan(observer: Observer): Promise<void> {
  const deadline = Date.now() + LONGEST_PLAN_MS;
  await until(async () => {
    const { rows } = await observer.query<{ isAsked: boolean; isUnderWay: boolean }>(
      `select (select count(*) from plans) > 0 or count(*) > 0 as "isAsked",
        count(*) filter (where state < 'completed') > 0 as "isUnderWay"
      from pgboss.job where name = 'plans'`,
    );
    if (rows[0]?.isUnderWay && Date.now() > deadline) await cancelPlans(observer);
    return rows[0]?.isAsked === true && !rows[0].isUnderWay;
  });
}

async function cancelPlans(observer: Observer): Promise<void> {
  await observer.query(
    "update pgboss.job set state = 'cancelled', completed_on = now() where name = 'plans' and state < 'completed'",
  );
}
