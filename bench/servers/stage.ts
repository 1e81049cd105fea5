import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { projectFolder } from '../../apps/server/src/config.ts';
import { drawSamples, type Samples } from '../world/samples.ts';
import type { SeededWorld } from '../world/seeded-world.ts';
import { type RecordedApp, startRecordedApp } from './recorded-app.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { until } from './until.ts';
import { type Indexing, watchIndexing } from './watch-indexing.ts';

/** A world, and the servers on it that are compared. */
export interface Stage {
  readonly databaseUrl: string;
  readonly tokenSecret: string;
  readonly samples: Samples;
  readonly app: ServerProcess;
  readonly bare: ServerProcess;
  readonly recorded: RecordedApp;
  /** Figures of how the app built its index. */
  readonly indexing: Indexing;
  /** Database connection that is not measured. */
  readonly observer: pg.Client;
  /** Resolves when the database has no work left. */
  readonly untilIdle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Number of connections of the app, and of the bare route. */
export const POOL_SIZE = 10;
const LONGEST_PLAN_MS = 300_000;

/** Starts the app in its production configuration and the bare route, and waits until the app has finished its startup work. */
export async function setStage({ url: databaseUrl }: SeededWorld): Promise<Stage> {
  const tokenSecret = randomBytes(48).toString('base64url');
  const variables = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(POOL_SIZE) };
  const app = await startServer(join(projectFolder, 'apps/server/src/main.ts'), {
    ...variables,
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: '0',
    RATE_LIMIT: 'off',
    // The nightly deep plan would occupy the processor for minutes.
    NIGHTLY_PLAN_SECONDS: '0',
    TOKEN_SECRET: tokenSecret,
  });
  const indexing = await watchIndexing(app.base);
  const bare = await startServer(join(import.meta.dirname, 'bare-server.ts'), variables);
  const samples = await drawSamples(databaseUrl, tokenSecret);
  const recorded = await startRecordedApp(databaseUrl, tokenSecret);
  const observer = new pg.Client({ connectionString: databaseUrl });
  await observer.connect();
  await noPlanIsBeingMade(observer);
  const untilIdle = () => until(() => isIdle(observer));
  const close = async () => {
    await Promise.all([app.stop(), bare.stop(), recorded.close(), observer.end()]);
  };
  return { databaseUrl, tokenSecret, samples, app, bare, recorded, indexing, observer, untilIdle, close };
}

/**
 * Waits for the plan that the app computes for a new world in a thread, which would distort the measurements. Cancels
 * it if it takes too long.
 */
async function noPlanIsBeingMade(observer: pg.Client): Promise<void> {
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

async function cancelPlans(observer: pg.Client): Promise<void> {
  await observer.query(
    "update pgboss.job set state = 'cancelled', completed_on = now() where name = 'plans' and state < 'completed'",
  );
}

/** Returns true if the database is idle. Periodic queries of the app are short, so a longer one belongs to a call. */
async function isIdle(observer: pg.Client): Promise<boolean> {
  const { rows } = await observer.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state = 'active' and now() - query_start > interval '100 milliseconds'`,
  );
  return rows.length === 0;
}
