import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import pg from 'pg';
import { ownPaths, pathsOfRequest } from './dashboard.ts';
import { percentile } from './measure/figures.ts';
import { writeDocumentation } from './report/documentation.ts';
import { milliseconds, table, whole } from './report/table.ts';
import { type Stage, setStage } from './servers/stage.ts';
import { openCluster } from './world/cluster.ts';
import { openSessions } from './world/samples.ts';
import { seededWorld } from './world/seeded-world.ts';

/**
 * `npm run bench:dashboards`: open dashboards with cached answers revalidate them with one process every 30 seconds,
 * each at its own offset, while teachers change what others see of them.
 */
const USAGE =
  'Usage: npm run bench:dashboards -- [--requests 100000] [--dashboards 10000] [--every 30] [--seconds 60] [--write]';
const CONNECTIONS = 200;
const CHANGES_A_SECOND = [0, 1, 5];

const place = {
  document: 'docs/performance.md',
  begin: '<!-- dashboards:begin -->',
  end: '<!-- dashboards:end -->',
};

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    dashboards: { type: 'string', default: '10000' },
    every: { type: 'string', default: String(DASHBOARD_POLL / 1_000) },
    seconds: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
});
const [requests, dashboards, every, seconds] = [
  values.requests,
  values.dashboards,
  values.every,
  values.seconds,
].map(Number) as [number, number, number, number];
if (![requests, dashboards, every, seconds].every((number) => Number.isInteger(number) && number > 0)) {
  console.error(USAGE);
  process.exit(1);
}

/** Open dashboard: its owner, and the ETag of its answer for each path. */
interface Dashboard {
  readonly token: string;
  readonly tags: Map<string, string | undefined>;
}

/** Results of calls made by the clock, whether or not earlier ones were answered. */
interface Polled {
  readonly changesASecond: number;
  readonly milliseconds: readonly number[];
  readonly unchanged: number;
  readonly failed: number;
  readonly late: number;
  readonly seconds: number;
  /** Fraction of one core. */
  readonly processorShare: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const cluster = await openCluster(process.env.DATABASE_URL || undefined);
try {
  const stage = await setStage(await seededWorld(cluster, requests, console.error));
  try {
    const open = await openDashboards(stage, dashboards);
    const polled: Polled[] = [];
    for (const changesASecond of CHANGES_A_SECOND) {
      polled.push(await poll(stage, open, changesASecond));
      console.error(rowOf(polled.at(-1) as Polled).join(' | '));
    }
    const report = reportOf(open, polled);
    console.info(report);
    if (values.write) await writeDocumentation(report, place);
  } finally {
    await stage.close();
  }
} finally {
  agent.destroy();
  await cluster.stop();
}

/** Signs in teachers with an active request and loads their dashboards. */
async function openDashboards(stage: Stage, count: number): Promise<Dashboard[]> {
  const { rows } = await stage.observer.query<{ userId: string; requestIds: string[] }>(
    `select user_id as "userId", array_agg(id::text) as "requestIds" from requests where listed
    group by user_id order by md5(user_id::text) limit $1`,
    [count],
  );
  const signIn = await openSessions(
    stage.observer,
    stage.tokenSecret,
    rows.map(({ userId }) => userId),
  );
  const open = rows.map(({ userId, requestIds }) => ({
    token: signIn(userId),
    tags: new Map([...ownPaths, ...requestIds.flatMap(pathsOfRequest)].map((path) => [path, undefined])),
  }));
  const waiting = [...open];
  let opened = 0;
  const opener = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await askAll(stage.app.base, next, () => {});
      opened += 1;
      if (opened % 1_000 === 0) console.error(`${opened} dashboards are open`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, opener));
  return open;
}

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
}

async function askAll(base: string, dashboard: Dashboard, take: (answer: Answer) => void): Promise<void> {
  await Promise.all([...dashboard.tags.keys()].map(async (path) => take(await ask(base, dashboard, path))));
}

function ask(base: string, { token, tags }: Dashboard, path: string): Promise<Answer> {
  const started = performance.now();
  const tag = tags.get(path);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(tag === undefined ? {} : { 'if-none-match': tag }),
  };
  return new Promise((resolve) => {
    const over = (status: number) => resolve({ status, milliseconds: performance.now() - started });
    get(`${base}${path}`, { agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode === 200) tags.set(path, response.headers.etag);
      response
        .on('end', () => over(statusCode))
        .on('error', () => over(0))
        .resume();
    }).on('error', () => over(0));
  });
}

/** Polls every dashboard once per interval, evenly spread, whether or not earlier calls were answered. */
async function poll(stage: Stage, open: readonly Dashboard[], changesASecond: number): Promise<Polled> {
  const taken: Answer[] = [];
  const asked: Promise<void>[] = [];
  const stopChanging = change(stage, changesASecond);
  const [began, processor] = [performance.now(), await stage.app.processorSeconds()];
  const interval = (every * 1_000) / open.length;
  const count = Math.floor((seconds * 1_000) / interval);
  for (let number = 0; number < count; number += 1) {
    const ahead = began + number * interval - performance.now();
    if (ahead > 1) await new Promise((later) => setTimeout(later, ahead));
    asked.push(
      askAll(stage.app.base, open[number % open.length] as Dashboard, (answer) => taken.push(answer)),
    );
  }
  await Promise.all(asked);
  const elapsed = (performance.now() - began) / 1_000;
  const used = (await stage.app.processorSeconds()) - processor;
  await stopChanging();
  return {
    changesASecond,
    milliseconds: taken.map((answer) => answer.milliseconds),
    unchanged: taken.filter(({ status }) => status === 304).length,
    failed: taken.filter(({ status }) => status !== 200 && status !== 304).length,
    late: taken.filter((answer) => answer.milliseconds > 1_000).length,
    seconds: elapsed,
    processorShare: used / elapsed,
  };
}

/**
 * Lets teachers hide and show their school at the given rate.
 * @returns a function that stops this.
 */
function change({ databaseUrl }: Stage, aSecond: number): () => Promise<void> {
  if (aSecond === 0) return async () => {};
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const timer = setInterval(() => {
    void pool.query(`update users set hide_school_name = not hide_school_name
      where id = (select user_id from offers where request_id is not null offset floor(random() * 10000) limit 1)`);
  }, 1_000 / aSecond);
  return async () => {
    clearInterval(timer);
    await pool.end();
  };
}

function rowOf(polled: Polled): string[] {
  const sorted = Float64Array.from(polled.milliseconds).sort();
  const share = (count: number) => `${((100 * count) / sorted.length).toFixed(1)} %`;
  return [
    String(polled.changesASecond),
    whole(sorted.length / polled.seconds),
    share(polled.unchanged),
    share(polled.failed),
    share(polled.late),
    milliseconds(percentile(sorted, 0.5)),
    milliseconds(percentile(sorted, 0.99)),
    `${Math.round(100 * polled.processorShare)} %`,
  ];
}

function reportOf(open: readonly Dashboard[], polled: readonly Polled[]): string {
  const titles = [
    'teachers who change a second',
    'answers a second',
    'unchanged (304)',
    'failed',
    'after more than a second',
    'median ms',
    '99th percentile ms',
    'of a core, by the process',
  ];
  return `${whole(open.length)} open dashboards, each once in ${every} s (as many as ${whole((open.length * DASHBOARD_POLL) / 1_000 / every)} that ask every ${DASHBOARD_POLL / 1_000} s), asked of one process in a world of ${whole(requests)} requests.

${table(
  titles.map((title) => ({ title, isFigure: true })),
  polled.map(rowOf),
)}`;
}
