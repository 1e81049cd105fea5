// `npm run bench:cluster`: load on two servers of the product behind nginx, with PostgreSQL and its streaming replica, while
// the replica and a server are killed and both servers are restarted. docs/scaling.md has the results.
import { cpus, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startNginx } from '../apps/server/test/testing/nginx.ts';
import { type PostgresPair, startPostgresPair } from '../apps/server/test/testing/postgres-pair.ts';
import { stopServers } from '../apps/server/test/testing/server-process.ts';
import { findProgram } from '../scripts/programs.mjs';
import { reasonAgainst } from './cluster/database-cluster.ts';
import { runFailover } from './cluster/failover.ts';
import { measure, type Phase, tableOf } from './cluster/phases.ts';
import { fillWithDemo, type Product, runJourneys, startAgain, startProduct } from './cluster/product.ts';
import { registerWriters, type Writers } from './cluster/writers.ts';
import { readOptions } from './options.ts';
import { writeDocumentation } from './report/documentation.ts';

/** Time from a failure until nginx sends calls to a server again (`fail_timeout`), with a margin. */
const TRUSTED_AFTER_MS = 3_000;
const someJourneys = ['visitor', 'swap', 'rings', 'member'];

/** `--journeys` is some, all or none; `--failover` kills the primary of a cluster of three instead; `--write` puts the table into docs/scaling.md. */
const options = readOptions({
  teachers: [20_000, 100, 10_000_000],
  seconds: [10, 1, 3_600],
  connections: [16, 1, 500],
  writers: [4, 1, 100],
  journeys: 'some',
  failover: false,
  write: false,
});
type Options = typeof options;

/** As in production: writes are flushed. */
const settings = { max_connections: '100', shared_buffers: '256MB', wal_keep_size: '1GB' };

const cleanup = new AsyncDisposableStack();
let stopNginx: (() => Promise<void>) | undefined;
cleanup.defer(async () => stopNginx?.());
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.disposeAsync().finally(() => process.exit(130)));
}
try {
  process.exitCode = (await (options.failover ? failOver(options) : run(options))) ? 0 : 1;
} finally {
  await cleanup.disposeAsync();
}

/**
 * Runs the bench.
 * @returns true if no write was lost and all journeys passed.
 */
async function run(options: Options): Promise<boolean> {
  const pair = await startPostgresPair(settings);
  cleanup.defer(pair.close);
  cleanup.defer(stopServers);
  const journeysWentWell = await walk(pair, options);
  await fillWithDemo(pair.primaryUrl, options.teachers);
  const { phases, writers } = await putUnderLoad(pair, options);
  const { acknowledged, lost, twice } = await writers.countLost(pair.primary);
  const fates = `Requests with an acknowledged state: ${acknowledged}. Lost: ${lost}. Posted twice: ${twice}.`;
  const report = `${machine(options)}\n\n${tableOf(phases)}\n\n${fates}`;
  console.info(`\n${report}`);
  if (options.write) await writeDocumentation('cluster', report);
  return acknowledged > 0 && lost + twice === 0 && journeysWentWell;
}

/**
 * Kills the primary of a cluster of three.
 * @returns true if writes went on in time, nothing was lost and nothing was done twice.
 */
async function failOver(options: Options): Promise<boolean> {
  const reason = reasonAgainst();
  if (reason !== undefined) {
    console.error(reason);
    return false;
  }
  const { tables, isRight } = await runFailover(options, cleanup);
  const load = `${options.teachers.toLocaleString('en')} demo teachers and ${options.writers} writers`;
  const report = `${load}; ${hardware('three PostgreSQL, etcd and Patroni, HAProxy')}.\n\n${tables}`;
  console.info(`\n${report}`);
  if (options.write) await writeDocumentation('failover', report);
  return isRight;
}

/** Runs the browser journeys through nginx. They expect an empty database. */
async function walk({ primaryUrl, replicaUrl }: PostgresPair, { journeys }: Options): Promise<boolean> {
  if (journeys === 'none') return true;
  const names = journeys === 'all' ? [] : someJourneys;
  return withProducts(2, primaryUrl, replicaUrl, ({ base }) => runJourneys(base, primaryUrl, names));
}

/** Measures one and two servers, without and with the replica, then kills and restarts parts of the last setup. */
async function putUnderLoad(
  { primaryUrl, replicaUrl, replicaProcesses }: PostgresPair,
  options: Options,
): Promise<{ phases: Phase[]; writers: Writers }> {
  const phases: Phase[] = [];
  const writers = await withProducts(1, primaryUrl, '', ({ base }) => registerWriters(base, options.writers));
  const measured = async (cluster: Cluster, name: string, event?: () => Promise<unknown>) => {
    const phase = await measure({ ...options, ...cluster, name, writers, ...(event ? { event } : {}) });
    console.info(tableOf([phase]).split('\n').at(-1));
    phases.push(phase);
  };
  await withProducts(1, primaryUrl, '', (one) => measured(one, 'one server, no replica'));
  await withProducts(2, primaryUrl, '', (two) => measured(two, 'two servers, no replica'));
  await withProducts(4, primaryUrl, '', (four) => measured(four, 'four servers, no replica'));
  await withProducts(1, primaryUrl, replicaUrl, (one) => measured(one, 'one server, a replica'));
  await withProducts(2, primaryUrl, replicaUrl, async (two) => {
    await measured(two, 'two servers, a replica');
    await breakAndMend(
      (name, event) => measured(two, name, event),
      two.products,
      async () => {
        for (const id of await replicaProcesses()) process.kill(id, 'SIGKILL');
      },
    );
  });
  return { phases, writers };
}

async function breakAndMend(
  by: (name: string, event?: () => Promise<unknown>) => Promise<void>,
  products: Product[],
  killReplica: () => Promise<void>,
): Promise<void> {
  const [first, second] = products;
  if (first === undefined || second === undefined) throw new Error('This needs two servers.');
  await by('the replica killed (-9) after a third; it starts again', killReplica);
  await by('a server killed (-9) after a third', () => second.server.stop('SIGKILL'));
  await by('the server brought back after a third', async () => {
    products[1] = await startAgain(second);
  });
  await by('both servers restarted, one after the other', () => restartInTurn(products));
}

/** Restarts each server, as an upgrade does, and waits until nginx sends calls to it again. */
async function restartInTurn(products: Product[]): Promise<void> {
  for (const [index, product] of products.entries()) {
    await product.server.stop('SIGTERM');
    products[index] = await startAgain(product);
    await pause(TRUSTED_AFTER_MS);
  }
}

/** Servers behind nginx. */
interface Cluster {
  readonly base: string;
  readonly products: Product[];
}

/** Starts the given number of servers and nginx, and stops them after the work. */
async function withProducts<Result>(
  count: number,
  url: string,
  readUrl: string,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const products = await Promise.all(Array.from({ length: count }, () => startProduct(url, readUrl)));
  const bases = products.map(({ server }) => server.base);
  const nginx = await startNginx(findProgram('nginx'), bases);
  stopNginx = nginx.stop;
  try {
    return await work({ base: nginx.base, products });
  } finally {
    stopNginx = undefined;
    await nginx.stop();
    await stopServers();
  }
}

function machine({ teachers, connections, writers, seconds }: Options): string {
  const load = `${connections} readers and ${writers} writers for ${seconds} s a phase`;
  return `${teachers.toLocaleString('en')} demo teachers; ${load}; ${hardware('both PostgreSQL')}.`;
}

function hardware(databases: string): string {
  const gigabytes = (totalmem() / 1_024 ** 3).toFixed(0);
  const cores = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  return `${cores} and ${gigabytes} GB for all of it: ${databases}, nginx, servers and callers`;
}
