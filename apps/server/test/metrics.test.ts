import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBoss, startJobs } from '../src/jobs.ts';
import { createPlanner } from '../src/matching/plans/planner.ts';
import { createMetrics, type Metrics, serveMetrics } from '../src/metrics.ts';
import { projectFolder } from '../src/platform/config.ts';
import { registerTeacher, requestOf } from './testing/factories.ts';
import { startTestApp, type TestApp, testLinks } from './testing/test-app.ts';

let test: TestApp;
let metrics: Metrics;

beforeAll(async () => {
  test = await startTestApp(({ pool }) => {
    metrics = createMetrics({
      pool,
      graph: { state: () => ({ offers: 3, listed: 2, age: 0.5 }), indexBytes: () => 1_000 },
      paidMessages: { read: async () => ({ sent: 7, allowed: 5_000 }) },
    });
    return { metrics };
  });
});

afterAll(() => test.close());

async function figures(): Promise<string> {
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = await (await fetch(`${base}/api/metrics`)).text();
  expect((await fetch(`${base}/api/health`)).status).toBe(404);
  server.closeAllConnections();
  server.close();
  return text;
}

it('calls are counted by route and status, without any data about the caller', async () => {
  const { token, user } = await registerTeacher(test);
  await test.call({ url: '/api/requests/00000000-0000-7000-8000-000000000000/rings?search=secret', token });
  await test.call({ url: `/nowhere/${user.email}` });
  const text = await figures();
  expect(text).toMatch(/_count\{method="POST",route="\/api\/auth\/register",status="201"\} 1/);
  expect(text).toMatch(/_count\{method="GET",route="\/api\/requests\/:id\/rings",status="4\d\d"\} 1/);
  expect(text).toMatch(/_count\{method="GET",route="not found",status="404"\} 1/);
  for (const private_ of [token, user.email, user._id, 'secret']) expect(text).not.toContain(private_);
});

it('every metric of the product is in docs/operations.md', async () => {
  const table = readFileSync(join(projectFolder, 'docs/operations.md'), 'utf8');
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  const own = names.filter((name) => !/^(process|nodejs)_/.test(name));
  expect(own.filter((name) => !table.includes(`\`${name}`))).toEqual([]);
  expect(own).toContain('offer_graph_offers');
});

it('the pool, the graph and the event loop are measured', async () => {
  const client = await test.database.pool.connect();
  const text = await figures();
  client.release();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(value('database_connections') - value('database_connections_idle')).toBe(1);
  expect(value('database_connections_awaited')).toBe(0);
  expect([value('offer_graph_offers'), value('offer_graph_age_seconds')]).toEqual([3, 0.5]);
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});

it('the graph’s size and age are measured', async () => {
  const before = performance.now();
  await test.graph.caughtUp();
  const { offers, age } = test.graph.state();
  expect(offers).toBe(0);
  expect(age * 1_000).toBeLessThanOrEqual(performance.now() - before);
});

it('version and commit are the same in the metrics, the health and the API document', async () => {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  const health = (await test.call({ url: '/api/health' })).json();
  expect(health).toEqual({
    status: 'ok',
    version,
    commit: expect.stringMatching(/^([0-9a-f]{7,40}(-dirty)?|unknown)$/),
  });
  expect(await figures()).toContain(`build_info{version="${version}",commit="${health.commit}"} 1`);
  expect((await test.call({ url: '/api/docs/json' })).json().info.version).toBe(version);
});

it('the public port does not serve the metrics', async () => {
  expect((await test.call({ url: '/api/metrics' })).statusCode).toBe(404);
});

it('runs of jobs are counted, and failures are marked', async () => {
  const { db, pool } = test.database;
  const errors: unknown[] = [];
  let isBroken = true;
  const now = () => {
    if (isBroken) throw new Error('the clock is broken');
    return new Date();
  };
  const onError = (error: unknown) => errors.push(error);
  const boss = await startBoss(pool, onError);
  const planner = createPlanner({
    boss,
    db,
    pool,
    config: { nightlyPlanSeconds: 0 },
    now: () => new Date(),
    onError,
    metrics,
  });
  const { stop } = await startJobs({
    boss,
    config: { announceAfterMinutes: 0, mailsPerSecond: 10, sealedRecordsKey: undefined },
    db,
    provider: undefined,
    channels: (['email', 'push'] as const).map((name) => ({ name, send: async () => {}, close: () => {} })),
    links: testLinks,
    graph: test.graph,
    planner,
    now,
    onError,
    metrics,
  });
  const sending = ['send-notices-email', 'send-notices-push'];
  const names = ['expire-requests', 'follow-agreements', 'plan-rounds-again', 'plan-of-the-night'];
  // The metric exists before the first run, so that the alert for stopped jobs has a time series.
  for (const name of names) expect(await figures()).toContain(`jobs_total{job="${name}",outcome="done"} 0`);
  await Promise.all(names.map((name) => boss.send(name)));
  for (const name of [...names, ...sending]) {
    await expect.poll(figures).toMatch(new RegExp(`jobs_total\\{job="${name}",outcome="failed"\\} [1-9]`));
  }
  expect(errors.length).toBeGreaterThanOrEqual(names.length);
  isBroken = false;
  await Promise.all(names.map((name) => boss.send(name)));
  for (const name of [...names, ...sending, 'plans']) {
    await expect.poll(figures).toMatch(new RegExp(`jobs_total\\{job="${name}",outcome="done"\\} [1-9]`));
  }
  await stop();
});

it('a repeated call and a stale change are counted', async () => {
  const teacher = await registerTeacher(test);
  const post = { method: 'POST', url: '/api/requests', body: requestOf(), token: teacher.token } as const;
  const key = { 'idempotency-key': 'posted-twice' };
  const first = await test.call({ ...post, headers: key });
  const again = await test.call({ ...post, headers: key });
  expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
    undefined,
    'true',
  ]);
  const url = '/api/auth/profile';
  const stale = { 'if-match': '"an older state"' };
  await test.call({ method: 'PUT', url, body: { name: 'Asha Devi' }, headers: stale, token: teacher.token });
  const text = await figures();
  expect(text).toMatch(/^http_replayed_calls_total\{route="\/api\/requests"\} 1$/m);
  expect(text).toMatch(/_count\{method="PUT",route="\/api\/auth\/profile",status="412"\} 1/);
});
