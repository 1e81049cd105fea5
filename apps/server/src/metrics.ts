import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CallMetrics } from './dependencies.ts';
import type { JobMetrics } from './job-metrics.ts';
import type { LiveGraph } from './matching/graph/live-graph.ts';
import { StartupError } from './platform/database/startup-error.ts';
import { type PaidMessages, paidGroups } from './platform/paid-messages.ts';
import { release } from './platform/release.ts';

/** Metrics of a server process. They contain no personal data. */
export interface Metrics extends CallMetrics, JobMetrics {
  registry: Registry;
}

/** Objects that are measured at each scrape by Prometheus. */
interface Measured {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'query'>;
  graph: Pick<LiveGraph, 'state' | 'indexBytes'>;
  paidMessages: Pick<PaidMessages, 'read'>;
}

/** Upper bounds of the histogram's buckets in seconds, up to the timeout of a call whose database hangs. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Creates the metrics of a server process in their own registry. */
export function createMetrics({ pool, graph, paidMessages }: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'build_info',
    help: 'Always 1, with the version and the commit that run',
    labelNames: ['version', 'commit'],
    registers,
  }).set(release, 1);
  measurePool(registers, pool);
  measureGraph(registers, graph);
  measurePaidMessages(registers, paidMessages);
  measureNotices(registers, pool);
  return {
    registry,
    ...callMetrics(registers),
    ...jobMetrics(registers),
  };
}

function callMetrics(registers: Registry[]): CallMetrics {
  const calls = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Calls by method, route (not address) and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const replays = new Counter({
    name: 'http_replayed_calls_total',
    help: 'Calls that repeat an earlier one with its Idempotency-Key, by route',
    labelNames: ['route'],
    registers,
  });
  return {
    callTook: (call, seconds) => calls.observe(call, seconds),
    callReplayed: (route) => replays.inc({ route }),
  };
}

function jobMetrics(registers: Registry[]): JobMetrics {
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Runs of jobs by the clock, by name and outcome',
    labelNames: ['job', 'outcome'],
    registers,
  });
  return {
    jobExpected: (job) => {
      for (const outcome of ['done', 'failed']) jobs.inc({ job, outcome }, 0);
    },
    jobEnded: (job, outcome) => jobs.inc({ job, outcome }),
  };
}

function measurePool(registers: Registry[], pool: Measured['pool']): void {
  measure(registers, 'database_connections', 'Open connections of the pool', () => pool.totalCount);
  measure(registers, 'database_connections_idle', 'Idle connections of the pool', () => pool.idleCount);
  measure(
    registers,
    'database_connections_awaited',
    'Calls that wait for a connection',
    () => pool.waitingCount,
  );
}

function measureGraph(registers: Registry[], graph: Measured['graph']): void {
  measure(
    registers,
    'offer_graph_offers',
    'Offers in the graph that rings are found in',
    () => graph.state().offers,
  );
  measure(
    registers,
    'list_index_requests',
    'Requests in the index that lists are answered from',
    () => graph.state().listed,
  );
  measure(
    registers,
    'list_index_bytes',
    'Bytes that the indexes of lists and matches take, without words',
    () => graph.indexBytes(),
  );
  measure(
    registers,
    'offer_graph_age_seconds',
    'Since the graph was last known to be current',
    () => graph.state().age,
  );
}

function measurePaidMessages(registers: Registry[], paidMessages: Measured['paidMessages']): void {
  new Gauge({
    name: 'paid_messages',
    help: 'Paid messages of the last 24 hours, and the number allowed, by group',
    labelNames: ['group', 'count'],
    registers,
    async collect() {
      for (const group of paidGroups) {
        const { sent, allowed } = await paidMessages.read(group);
        this.set({ group, count: 'sent' }, sent);
        this.set({ group, count: 'allowed' }, allowed);
      }
    },
  });
}

function measureNotices(registers: Registry[], pool: Measured['pool']): void {
  new Gauge({
    name: 'notices',
    help: 'Notices that are late by five minutes or more, and those of the last 24 hours that could not be sent, by channel',
    labelNames: ['channel', 'count'],
    registers,
    async collect() {
      this.reset();
      const { rows } = await pool.query<{ channel: string; count: string; number: number }>(
        `select channel, 'late' as count, count(*)::int as number from deliveries
         where state = 'waiting' and due_at < now() - interval '5 minutes' group by channel
         union all
         select channel, 'failed', count(*)::int from deliveries
         where state = 'dead' and ended_at > now() - interval '1 day' group by channel`,
      );
      for (const { channel, count, number } of rows) this.set({ channel, count }, number);
    },
  });
}

/** Adds a gauge whose value is computed at each scrape. */
function measure(registers: Registry[], name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(value());
    },
  });
}

/** Serves the metrics at `/api/metrics` on a separate address, which only Prometheus should reach. */
export async function serveMetrics(
  { registry }: Metrics,
  address: { host: string; port: number },
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/api/metrics') return response.writeHead(404).end();
    // Some gauges read the database, which may be away: an unhandled rejection would end the process.
    const text = await registry.metrics().catch(() => undefined);
    if (text === undefined) return response.writeHead(503).end();
    return response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  await new Promise<void>((listening, reject) => {
    server.once('error', (error) =>
      reject(new StartupError(`METRICS_PORT cannot be used: ${error.message}`)),
    );
    server.listen(address, listening);
  });
  return server;
}
