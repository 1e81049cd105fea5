import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, openDatabase } from '../apps/server/src/platform/database/open-database.ts';
import { type DatabaseCluster, startDatabaseCluster, whyCannotRun } from './cluster/database-cluster.ts';
import {
  type Callers,
  countLost,
  measurePhase,
  type Phase,
  registerCallers,
  tableOf,
} from './cluster/load.ts';
import { fillWithDemo, type Products, startProducts } from './cluster/products.ts';
import { publish } from './report.ts';
import { waitForPlan } from './stage.ts';

/**
 * `npm run bench:cluster`: load on servers of the product behind nginx, with one PostgreSQL: one, two and four servers.
 * `--failover` removes the primary of three PostgreSQL servers instead, and looks for every write that was acknowledged.
 */
const { values: options } = parseArgs({
  options: {
    failover: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const TEACHERS = 20_000;
const SECONDS = 10;
const READERS = 16;
const WRITERS = 4;
/** Maximum time in seconds until writes continue without the primary. */
const LONGEST_PAUSE_S = 30;

const cleanup = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.disposeAsync().finally(() => process.exit(130)));
}
const phases: Phase[] = [];
try {
  process.exitCode = (await (options.failover ? loseThePrimary() : addServers())) ? 0 : 1;
} finally {
  await cleanup.disposeAsync();
}

async function measure(products: Products, callers: Callers, phase: Parameters<typeof measurePhase>[2]) {
  phases.push(await measurePhase(products, callers, phase));
  console.error(tableOf(phases.slice(-1)).split('\n').at(-1));
}

/** Prints the phases and the requests that were lost or posted twice. @returns true if there are none. */
async function report(
  name: 'cluster' | 'failover',
  machines: string,
  lost: Awaited<ReturnType<typeof countLost>>,
) {
  const gigabytes = (totalmem() / 1_024 ** 3).toFixed(0);
  const cores = `${cpus().length} cores (${cpus()[0]?.model.trim()}) and ${gigabytes} GB`;
  const load = `${TEACHERS.toLocaleString('en')} demo teachers; ${READERS} readers and ${WRITERS} writers; ${cores} for ${machines}, nginx, servers and callers.`;
  const result = `Acknowledged requests: ${lost.acknowledged}. Lost: ${lost.lost}. Posted twice: ${lost.twice}.`;
  await publish(name, `${load}\n\n${tableOf(phases)}\n\n${result}`, options.write);
  return lost.acknowledged > 0 && lost.lost + lost.twice === 0;
}

async function addServers(): Promise<boolean> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mutual-transfer-cluster-'));
  cleanup.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const embedded = { databaseUrl: undefined, dataFolder, databasePoolSize: 2, databasePrepare: true };
  const { pool, close } = await openDatabase(embedded);
  cleanup.defer(close);
  const { host = '', port, user, database } = pool.options;
  const url = `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user: String(user) })}`;
  await fillWithDemo(url, TEACHERS);
  let callers: Callers | undefined;
  for (const count of [1, 2, 4]) {
    const products = await startProducts(Array.from({ length: count }, () => url));
    // Also closes them if a signal ends the work.
    cleanup.defer(products.close);
    if (callers === undefined) {
      await waitForPlan(pool);
      callers = await registerCallers(products.base, READERS, WRITERS);
    }
    // Not counted: each server compiles what it calls often, which would count as processor time of answers.
    await measurePhase(products, callers, { name: 'warm-up', seconds: SECONDS * count });
    await measure(products, callers, { name: `servers: ${count}`, seconds: SECONDS });
    await products.close();
  }
  if (callers === undefined) return false;
  return report('cluster', 'PostgreSQL', await countLost(pool, callers));
}

/** Removes the primary of a cluster of three in three ways. @returns true if writes went on in time and nothing was lost or done twice. */
async function loseThePrimary(): Promise<boolean> {
  const reason = whyCannotRun();
  if (reason !== undefined) {
    console.error(reason);
    return false;
  }
  const database = await startDatabaseCluster();
  cleanup.defer(database.close);
  const [url = ''] = database.urls;
  await fillWithDemo(url, TEACHERS);
  const products = await startProducts(database.urls);
  cleanup.defer(products.close);
  const { pool, close } = connect({ connectionString: url, max: 2 });
  cleanup.defer(close);
  const callers = await registerCallers(products.base, READERS, WRITERS);
  const events: [name: string, seconds: number, event: (cluster: DatabaseCluster) => Promise<void>][] = [
    [
      'the primary’s machine killed (-9): PostgreSQL, Patroni, etcd',
      45,
      ({ killPrimary }) => killPrimary(true),
    ],
    ['PostgreSQL of the primary killed (-9)', 35, ({ killPrimary }) => killPrimary(false)],
    ['a planned switch', 25, ({ switchOver }) => switchOver()],
  ];
  for (const [name, lasting, event] of events) {
    await measure(products, callers, { name, seconds: lasting, event: () => event(database) });
    await database.startKilled();
  }
  const machines = 'three PostgreSQL, etcd and Patroni, HAProxy';
  const isKept = await report('failover', machines, await countLost(pool, callers));
  return (
    isKept &&
    phases.every(({ withoutWrite, attempts }) => withoutWrite <= LONGEST_PAUSE_S && attempts.signedOut === 0)
  );
}
