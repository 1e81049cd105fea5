import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { type ServerProcess, startServer } from '../../apps/server/test/testing/processes/server-process.ts';
import { withCluster } from '../world/cluster.ts';
import { drawSamples, type Samples } from '../world/samples.ts';
import { type SeededWorld, seededWorld } from '../world/seeded-world.ts';
import { until } from './until.ts';
import { waitForPlan } from './wait-for-plan.ts';

/** A data set with the product's server. */
export interface Stage {
  readonly world: SeededWorld;
  readonly tokenSecret: string;
  readonly samples: Samples;
  /** The running server. */
  app: ServerProcess;
  /** A route without the product, on the same database. */
  readonly bare: ServerProcess;
  /** Starts a server on the same port. The previous server must be stopped. */
  readonly startAgain: () => Promise<ServerProcess>;
  /** Seconds from the app's start until its port opened: by then it answers lists from memory. */
  readonly startSeconds: number;
  /** Database connection that is not measured. */
  readonly observer: pg.Client;
  /** Resolves when the database has no work left. */
  readonly untilIdle: () => Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

/** Servers that are compared have pools of the same size. */
const POOL_SIZE = '10';

/** Runs the work on a stage whose data set has that many requests, and closes everything afterwards. */
export function withStage<Result>(
  requests: number,
  work: (stage: Stage) => Promise<Result>,
  variables: Variables = {},
): Promise<Result> {
  return withCluster(async (cluster) => {
    const { close, ...stage } = await setStage(await seededWorld(cluster, requests), variables);
    return work(stage).finally(() => close(stage.app));
  });
}

/** Starts the app in its production configuration, and waits until it has finished its startup work. */
async function setStage(world: SeededWorld, variables: Variables) {
  const tokenSecret = randomBytes(48).toString('base64url');
  const database = { DATABASE_URL: world.url, DATABASE_POOL_SIZE: POOL_SIZE };
  const start = (PORT: string) =>
    // The nightly deep plan would occupy the processor for minutes.
    startServer({ ...database, PORT, NIGHTLY_PLAN_SECONDS: '0', TOKEN_SECRET: tokenSecret, ...variables });
  const startedAt = performance.now();
  const app = await start('0');
  const startSeconds = (performance.now() - startedAt) / 1_000;
  const bare = await startServer(database, join(import.meta.dirname, 'bare-server.ts'));
  const observer = new pg.Client({ connectionString: world.url });
  await observer.connect();
  const samples = await drawSamples(observer, tokenSecret);
  await waitForPlan(observer);
  return {
    ...{ world, tokenSecret, samples, app, bare, startSeconds, observer },
    startAgain: () => start(new URL(app.base).port),
    untilIdle: () => until(() => isIdle(observer)),
    close: (running: ServerProcess) => Promise.all([running.stop(), bare.stop(), observer.end()]),
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
