import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type ServerProcess, startServer } from '../apps/server/test/testing/processes/server-process.ts';
import { until } from './until.ts';
import { drawSamples, type Samples, type World } from './world.ts';

/** A data set with the product's server. */
export interface Stage {
  samples: Samples;
  app: ServerProcess;
  /** A route without the product, on the same database. */
  bare: ServerProcess;
  /** Seconds from the app's start until its port opened. */
  startSeconds: number;
  postgresVersion: string;
  /** Resolves when the database has no work left. */
  untilIdle: () => Promise<void>;
}

/** Servers that are compared have pools of the same size. */
const DATABASE_POOL_SIZE = '10';
const LONGEST_PLAN_MS = 300_000;

/** Runs the work while the app, in its production configuration, and the bare route serve the data set. */
export async function withStage<Result>(
  world: World,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const database = { DATABASE_URL: world.url, DATABASE_POOL_SIZE };
  const TOKEN_SECRET = randomBytes(48).toString('base64url');
  const startedAt = performance.now();
  // The nightly deep plan would occupy the processor for minutes.
  const silent = await startSilentProvider();
  const app = await startServer({
    ...{ ...database, ...silent.environment, TOKEN_SECRET },
    NIGHTLY_PLAN_SECONDS: '0',
  });
  const startSeconds = (performance.now() - startedAt) / 1_000;
  const bare = await startServer(database, join(import.meta.dirname, 'bare-server.ts'));
  const observer = new pg.Client({ connectionString: world.url });
  try {
    await observer.connect();
    const samples = await drawSamples(observer, TOKEN_SECRET);
    await waitForPlan(observer);
    const { rows } = await observer.query<{ server_version: string }>('show server_version');
    return await work({
      ...{ samples, app, bare, startSeconds },
      postgresVersion: rows[0]?.server_version ?? 'of an unknown version',
      untilIdle: () => until(() => isIdle(observer)),
    });
  } finally {
    await Promise.all([app.stop(), bare.stop(), observer.end()]);
    silent.close();
  }
}

/** Starts an SMS provider that takes connections and never answers. */
async function startSilentProvider() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      MSG91_AUTH_KEY: 'key',
      SMS_TEMPLATES: '{"code.en":"template","code.hi":"template"}',
      MSG91_URL: `http://127.0.0.1:${port}`,
      PAID_MESSAGES_A_DAY: '10000000',
      PAID_MESSAGES_TO_OWN_NUMBERS_A_DAY: '10000000',
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns true if the database is idle. Periodic queries of the app are short, so a longer one belongs to a call. */
async function isIdle(observer: pg.Client): Promise<boolean> {
  const { rows } = await observer.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state = 'active' and now() - query_start > interval '100 milliseconds'`,
  );
  return rows.length === 0;
}

/** Waits for the plan that the app computes for a new data set, because it would distort the measurements. Cancels it if it takes too long. */
export async function waitForPlan(
  observer: Pick<pg.Pool, 'query'> | Pick<pg.Client, 'query'>,
): Promise<void> {
  const deadline = Date.now() + LONGEST_PLAN_MS;
  await until(async () => {
    const { rows } = await observer.query<{ isAsked: boolean; isUnderWay: boolean }>(
      `select (select count(*) from plans) > 0 or count(*) > 0 as "isAsked",
        count(*) filter (where state < 'completed') > 0 as "isUnderWay"
      from pgboss.job where name = 'plans'`,
    );
    if (rows[0]?.isUnderWay && Date.now() > deadline)
      await observer.query(
        "update pgboss.job set state = 'cancelled', completed_on = now() where name = 'plans' and state < 'completed'",
      );
    return rows[0]?.isAsked === true && !rows[0].isUnderWay;
  });
}
