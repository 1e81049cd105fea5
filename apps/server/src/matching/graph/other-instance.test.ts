import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../../test/testing/factories.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../../test/testing/processes/database-proxy.ts';
import { type PostgresPair, startPostgresPair } from '../../../test/testing/processes/postgres-pair.ts';
import { joinTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { followOffers, type LiveGraph } from './live-graph.ts';

const clock = { now: new Date('2026-06-15T06:30:00.000Z') };
/** Larger than the number of transactions that the test executes afterwards. */
const LOST_TRANSACTIONS = 200;

let pair: PostgresPair;
let line: DatabaseProxy;
let graph: LiveGraph;
let old: TestApp;

beforeAll(async () => {
  pair = await startPostgresPair();
  line = await startDatabaseProxy(addressOf(pair.primaryUrl));
  const connection = { connectionString: line.urlOf('mutual_transfer') };
  graph = followOffers({ connection, now: () => clock.now, onError: () => {} });
  old = await joinTestApp({ database: pair.primary, clock });
});
afterAll(async () => {
  await graph?.close();
  await old?.close();
  await line?.close();
  await pair?.close();
});

function addressOf(url: string): { host: string; port: number } {
  const { searchParams } = new URL(url);
  return { host: searchParams.get('host') ?? '', port: Number(searchParams.get('port')) };
}

/** Rolls back transactions on the primary whose ids are not replicated to the standby. */
async function rollBackUnreplicated(): Promise<void> {
  await pair.standby.pool.query("alter system set primary_conninfo = ''");
  await pair.standby.pool.query('select pg_reload_conf()');
  await expect
    .poll(async () => (await pair.primary.pool.query('select from pg_stat_replication')).rowCount)
    .toBe(0);
  for (let count = 0; count < LOST_TRANSACTIONS; count += 1) {
    await pair.primary.pool.query('begin; select pg_current_xact_id(); rollback');
  }
}

const idOf = async (app: TestApp) => (await postRequest(app, await registerTeacher(app))).request._id;

it('shows a request whose transaction id the former primary had assigned to a transaction that was lost', async () => {
  const before = await idOf(old);
  await expect.poll(() => graph.current().graph.offer(before)).toBeDefined();
  await rollBackUnreplicated();
  await graph.caughtUp();
  const { rows: lost } = await pair.primary.pool.query('select pg_current_xact_id()::text::int as id');
  await pair.promoteStandby();
  const app = await joinTestApp({ database: pair.standby, clock });
  try {
    line.turnTo(addressOf(pair.standbyUrl));
    const former = graph.current().graph;
    const posted = await idOf(app);
    const { rows } = await pair.standby.pool.query('select pg_current_xact_id()::text::int as id');
    expect(rows[0].id).toBeLessThan(lost[0].id);
    await expect.poll(() => graph.current().graph.offer(posted)).toBeDefined();
    // A whole read replaces the graph.
    await expect.poll(() => graph.current().graph === former).toBe(false);
    expect(graph.current().graph.offer(before)).toBeDefined();
    expect(graph.isReady()).toBe(true);
  } finally {
    await app.close();
  }
});
