// `npm run bench:cluster`: load on servers of the product behind nginx, with one PostgreSQL, while a server is killed and
// both servers are restarted. docs/scaling.md has the results.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase } from '../apps/server/src/database/open-database.ts';
import { reasonAgainst } from './cluster/database-cluster.ts';
import { runFailover } from './cluster/failover.ts';
import { measurePhase, type Phase, tableOf } from './cluster/phases.ts';
import { fillWithDemo, type Product, type Products, startAgain, startProducts } from './cluster/product.ts';
import { countLost, registerCallers } from './cluster/writers.ts';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { waitForPlan } from './servers/wait-for-plan.ts';

/** Time from a failure until nginx sends calls to a server again (`fail_timeout`), with a margin. */
const TRUSTED_AFTER_MS = 3_000;
const shown = [
  ...(['calls a second', 'p99 ms of reads', 'longest ms', 'writes', '503 with a time'] as const),
  ...(['other errors', 'processor ms of the servers an answer'] as const),
];

/** `--failover` kills the primary of a cluster of three instead; `--write` puts the table into docs/scaling.md. */
const options = readOptions({
  teachers: [20_000, 100, 10_000_000],
  seconds: [10, 1, 3_600],
  readers: [16, 1, 500],
  writers: [4, 1, 100],
  failover: false,
  write: false,
});
const { teachers, seconds, readers, writers: writerCount } = options;

const cleanup = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.disposeAsync().finally(() => process.exit(130)));
}
try {
  process.exitCode = (await (options.failover ? measureFailover() : measureAll())) ? 0 : 1;
} finally {
  await cleanup.disposeAsync();
}

/** Measures the cluster of three. @returns true if writes went on in time, nothing was lost and nothing was done twice. */
async function measureFailover(): Promise<boolean> {
  const reason = reasonAgainst();
  if (reason !== undefined) {
    console.error(reason);
    return false;
  }
  const { tables, isRight } = await runFailover(options, cleanup);
  const load = `${teachers.toLocaleString('en')} demo teachers and ${writerCount} writers`;
  const machine = machineWith('three PostgreSQL, etcd and Patroni, HAProxy');
  await publish('failover', `${load}; ${machine}.\n\n${tables}`, options.write);
  return isRight;
}

/** Measures one, two and four servers, then kills and restarts servers. @returns true if no write was lost. */
async function measureAll(): Promise<boolean> {
  const { pool, url } = await startPostgres();
  await fillWithDemo(url, teachers);
  const phases: Phase[] = [];
  const servers = (count: number) => Array.from({ length: count }, () => ({ DATABASE_URL: url }));
  const callers = await withProducts(servers(1), async ({ base }) => {
    await waitForPlan(pool);
    return registerCallers(base, writerCount);
  });
  const loadOf = (cluster: Products) => ({ ...callers, cluster, readers, readerPauseMs: 0 });
  const measure = async (cluster: Products, name: string, event?: () => Promise<unknown>) => {
    phases.push(await measurePhase(loadOf(cluster), { name, seconds, ...(event && { event }) }));
    console.info(tableOf(phases.slice(-1), shown).split('\n').at(-1));
  };
  for (const count of [1, 2, 4]) {
    await withProducts(servers(count), async (cluster) => {
      // Not counted: each server compiles what it calls often, which would count as processor time of answers.
      await measurePhase(loadOf(cluster), { name: 'warm-up', seconds: seconds * count });
      await measure(cluster, `servers: ${count}`);
    });
  }
  await withProducts(servers(2), async (cluster) => {
    for (const [name, event] of eventsOf(cluster.products)) await measure(cluster, name, event);
  });
  const { acknowledged, lost, twice } = await countLost(pool, callers.writers);
  const load = `${teachers.toLocaleString('en')} demo teachers; ${readers} readers and ${writerCount} writers for ${seconds} s a phase`;
  const result = `Acknowledged requests: ${acknowledged}. Lost: ${lost}. Posted twice: ${twice}.`;
  const report = `${load}; ${machineWith('PostgreSQL')}.\n\n${tableOf(phases, shown)}\n\n${result}`;
  await publish('cluster', report, options.write);
  return acknowledged > 0 && lost + twice === 0;
}

/** Starts the embedded PostgreSQL in a folder of its own, with the settings of the product. */
async function startPostgres(): Promise<{ pool: pg.Pool; url: string }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mutual-transfer-cluster-'));
  cleanup.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const embedded = { databaseUrl: undefined, dataFolder, databasePoolSize: 2, databasePrepare: true };
  const { pool, close } = await openDatabase(embedded);
  cleanup.defer(close);
  const { host = '', port, user, database } = pool.options;
  const reach = new URLSearchParams({ host, port: String(port), user: String(user) });
  return { pool, url: `postgresql:///${database}?${reach}` };
}

/** Returns the failures to cause with two servers, each three seconds after the start of its phase. */
function eventsOf(products: Product[]): (readonly [name: string, event: () => Promise<unknown>])[] {
  const restart = async (which: number, signal: NodeJS.Signals) => {
    const product = products[which];
    if (product === undefined) throw new Error('This needs two servers.');
    await product.server.stop(signal);
    products[which] = await startAgain(product);
  };
  return [
    ['a server killed (-9)', async () => products[1]?.server.stop('SIGKILL')],
    ['the server brought back', () => restart(1, 'SIGKILL')],
    [
      'both servers restarted, one after the other, as an upgrade does',
      async () => {
        for (const which of products.keys()) {
          await restart(which, 'SIGTERM');
          await pause(TRUSTED_AFTER_MS);
        }
      },
    ],
  ];
}

/** Starts a server for each of the settings, and nginx, and stops them after the work. */
async function withProducts<Result>(
  each: readonly Readonly<Record<string, string>>[],
  work: (cluster: Products) => Promise<Result>,
): Promise<Result> {
  const cluster = await startProducts(each);
  // Also closes the cluster if a signal ends the work.
  cleanup.defer(cluster.close);
  return work(cluster).finally(cluster.close);
}

function machineWith(databases: string): string {
  const gigabytes = (totalmem() / 1_024 ** 3).toFixed(0);
  const cores = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  return `${cores} and ${gigabytes} GB for all of it: ${databases}, nginx, servers and callers`;
}
