// `npm run bench:cluster`: load on servers of the product behind nginx, with PostgreSQL and its streaming replica, while
// the replica and a server are killed and both servers are restarted. docs/scaling.md has the results.
import { cpus, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresPair, startPostgresPair } from '../apps/server/test/testing/processes/postgres-pair.ts';
import { reasonAgainst } from './cluster/database-cluster.ts';
import { runFailover } from './cluster/failover.ts';
import { measurePhase, type Phase, tableOf } from './cluster/phases.ts';
import { fillWithDemo, type Product, type Products, startAgain, startProducts } from './cluster/product.ts';
import { countLost, registerCallers } from './cluster/writers.ts';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';

/** Time from a failure until nginx sends calls to a server again (`fail_timeout`), with a margin. */
const TRUSTED_AFTER_MS = 3_000;
const shown = [
  ...(['calls a second', 'p99 ms of reads', 'longest ms', 'writes', '503 with a time'] as const),
  ...(['other errors', 'reads at the replica', 'processor ms of the servers an answer'] as const),
];
/** As in production: writes are flushed. */
const settings = { max_connections: '100', shared_buffers: '256MB', wal_keep_size: '1GB' };

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

/** Measures servers with and without the replica, then kills and restarts parts. @returns true if no write was lost. */
async function measureAll(): Promise<boolean> {
  const pair = await startPostgresPair(settings);
  cleanup.defer(pair.close);
  await fillWithDemo(pair.primaryUrl, teachers);
  const phases: Phase[] = [];
  const alone = { DATABASE_URL: pair.primaryUrl };
  const withReplica = { ...alone, DATABASE_READ_URL: pair.replicaUrl };
  const callers = await withProducts([alone], ({ base }) => registerCallers(base, writerCount));
  const measure = async (cluster: Products, name: string, event?: () => Promise<unknown>) => {
    const load = { ...callers, cluster, readers, readerPauseMs: 0 };
    phases.push(await measurePhase(load, { name, seconds, ...(event && { event }) }));
    console.info(tableOf(phases.slice(-1), shown).split('\n').at(-1));
  };
  for (const count of [1, 2, 4]) {
    const each = Array.from({ length: count }, () => alone);
    await withProducts(each, (cluster) => measure(cluster, `servers without a replica: ${count}`));
  }
  await withProducts([withReplica], (cluster) => measure(cluster, 'one server, a replica'));
  await withProducts([withReplica, withReplica], async (cluster) => {
    await measure(cluster, 'two servers, a replica');
    for (const [name, event] of eventsOf(cluster.products, pair)) await measure(cluster, name, event);
  });
  const { acknowledged, lost, twice } = await countLost(pair.primary.pool, callers.writers);
  const load = `${teachers.toLocaleString('en')} demo teachers; ${readers} readers and ${writerCount} writers for ${seconds} s a phase`;
  const result = `Acknowledged requests: ${acknowledged}. Lost: ${lost}. Posted twice: ${twice}.`;
  const report = `${load}; ${machineWith('both PostgreSQL')}.\n\n${tableOf(phases, shown)}\n\n${result}`;
  await publish('cluster', report, options.write);
  return acknowledged > 0 && lost + twice === 0;
}

/** Returns the failures to cause with two servers and a replica, each three seconds after the start of its phase. */
function eventsOf(
  products: Product[],
  { replicaProcesses }: PostgresPair,
): (readonly [name: string, event: () => Promise<unknown>])[] {
  const restart = async (which: number, signal: NodeJS.Signals) => {
    const product = products[which];
    if (product === undefined) throw new Error('This needs two servers.');
    await product.server.stop(signal);
    products[which] = await startAgain(product);
  };
  return [
    [
      'the replica killed (-9); it starts again',
      async () => {
        for (const id of await replicaProcesses()) process.kill(id, 'SIGKILL');
      },
    ],
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
