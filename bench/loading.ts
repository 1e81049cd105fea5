import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import { readAllOffers } from '../apps/server/src/offers/graph/load-offers.ts';
import { disposeIndexes } from '../apps/server/src/offers/graph/offer-changes.ts';
import { readRulesBy } from '../apps/server/src/rules/rules.queries.ts';
import { medianOf } from './measure/figures.ts';
import { readOptions } from './options.ts';
import { whole } from './report/table.ts';
import { withCluster } from './world/cluster.ts';
import { seededWorld } from './world/seeded-world.ts';

/**
 * `npm run bench:loading`: time in which a process reads the graph and the indexes of all offers, compared with
 * PostgreSQL's own time to sort and write out the two tables. Only the ratio carries over to other machines.
 */
interface Run {
  /** Seconds of a load. */
  readonly load: number;
  /** Seconds of processor time of this process. */
  readonly processor: number;
  /** Longest time in seconds in which the event loop served nothing else. */
  readonly pause: number;
  /** Seconds in which PostgreSQL reads, sorts and writes out both tables, without sending them. */
  readonly bare: number;
}

const { requests, times } = readOptions({ requests: [300_000, 1_000, 10_000_000], times: [5, 1, 100] });
await withCluster(async (cluster) => {
  const { url, counts } = await seededWorld(cluster, requests);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const runs = await Array.fromAsync({ length: times }, () => measure(client));
  await client.end();
  const median = (figure: keyof Run) => medianOf(runs.map((run) => run[figure]));
  const [load, bare] = [median('load'), median('bare')];
  console.info(
    `${whole(counts.requests)} requests, ${whole(counts.active)} listed; medians of ${times}: loaded in ${load.toFixed(2)} s, ` +
      `${((1e6 * load) / counts.requests).toFixed(1)} µs a request, processor ${median('processor').toFixed(2)} s, ` +
      `longest pause ${median('pause').toFixed(2)} s; PostgreSQL alone ${bare.toFixed(2)} s; ratio ${(load / bare).toFixed(1)}.`,
  );
});

async function measure(client: pg.Client): Promise<Run> {
  const rules = await readRulesBy(client, new Date());
  const bare = await secondsOf(async () => {
    for (const rows of ['requests order by id', 'offers order by request_id']) {
      await client.query(`explain (analyze, timing off, serialize text) select * from ${rows}`);
    }
  });
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const before = process.cpuUsage();
  const load = await secondsOf(async () => disposeIndexes(await readAllOffers(client, rules)));
  const { user, system } = process.cpuUsage(before);
  pauses.disable();
  return { load, bare, processor: (user + system) / 1e6, pause: pauses.max / 1e9 };
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}
