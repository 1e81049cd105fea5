import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { projectFolder } from '../../apps/server/src/config.ts';
import { openCluster } from '../world/cluster.ts';
import { drawSamples, type Samples } from '../world/samples.ts';
import { type SeededWorld, seededWorld } from '../world/seeded-world.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { until } from './until.ts';

/** A world, and the product's server on it. */
export interface Stage {
  readonly databaseUrl: string;
  readonly tokenSecret: string;
  readonly samples: Samples;
  /** The running server. */
  app: ServerProcess;
  /** A route without the product, on the same database. */
  readonly bare: ServerProcess;
  /** Starts a server on the same port. The last one must be stopped. */
  readonly startAgain: () => Promise<ServerProcess>;
  /** Seconds from the app's start until its port opened: by then it answers lists from memory. */
  readonly startSeconds: number;
  /** Database connection that is not measured. */
  readonly observer: pg.Client;
  /** Resolves when the database has no work left. */
  readonly untilIdle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

const POOL_SIZE = '10';
const LONGEST_PLAN_MS = 300_000;

/** Runs the work on the stage of a world with that many requests, and closes everything after it. */
export async function withStage<Result>(
  requests: number,
  work: (stage: Stage) => Promise<Result>,
  variables: Variables = {},
): Promise<Result> {
  const cluster = await openCluster(process.env.DATABASE_URL || undefined);
  try {
    const stage = await setStage(await seededWorld(cluster, requests, console.error), variables);
    return await work(stage).finally(stage.close);
  } finally {
    await cluster.stop();
  }
}

/** Starts the app in its production configuration, and waits until it has finished its startup work. */
export async function setStage({ url: databaseUrl }: SeededWorld, variables: Variables = {}): Promise<Stage> {
  const tokenSecret = randomBytes(48).toString('base64url');
  const start = (PORT: string) =>
    startServer(join(projectFolder, 'apps/server/src/main.ts'), {
      ...databaseOf(databaseUrl),
      PORT,
      HOST: '127.0.0.1',
      DEMO: '0',
      RATE_LIMIT: 'off',
      // The nightly deep plan would occupy the processor for minutes.
      NIGHTLY_PLAN_SECONDS: '0',
      TOKEN_SECRET: tokenSecret,
      ...variables,
    });
  const startedAt = performance.now();
  const app = await start('0');
  const startSeconds = (performance.now() - startedAt) / 1_000;
  const bare = await startServer(join(import.meta.dirname, 'bare-server.ts'), databaseOf(databaseUrl));
  const samples = await drawSamples(databaseUrl, tokenSecret);
  const observer = new pg.Client({ connectionString: databaseUrl });
  await observer.connect();
  await noPlanIsBeingMade(observer);
  const stage: Stage = {
    ...{ databaseUrl, tokenSecret, samples, app, bare, startSeconds, observer },
    startAgain: () => start(new URL(app.base).port),
    untilIdle: () => until(() => isIdle(observer)),
    close: async () => {
      await Promise.all([stage.app.stop(), bare.stop(), observer.end()]);
    },
  };
  return stage;
}

/** Servers that are compared have pools of the same size. */
function databaseOf(url: string): Variables {
  return { DATABASE_URL: url, DATABASE_POOL_SIZE: POOL_SIZE };
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
