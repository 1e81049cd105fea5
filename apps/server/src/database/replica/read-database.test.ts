import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../../../test/testing/factories.ts';
import { type AppOnPair, startAppOnPair } from '../../../test/testing/processes/app-on-pair.ts';
import { type PostgresPair, startPostgresPair } from '../../../test/testing/processes/postgres-pair.ts';
import { cloneDatabase, type TestApp } from '../../../test/testing/test-app.ts';
import { openReadDatabase } from './read-database.ts';

const A_MINUTE = 60_000;

let pair: PostgresPair;
/** Two servers that accept a replica lag of a minute, so that the tests do not depend on the speed of the machine. */
let first: AppOnPair;
let second: AppOnPair;

beforeAll(async () => {
  pair = await startPostgresPair();
  first = await startAppOnPair(pair, A_MINUTE);
  second = await startAppOnPair(pair, A_MINUTE);
});

afterAll(async () => {
  await first?.close();
  await second?.close();
  await pair?.close();
});

afterEach(resume);

const pause = () => pair.replica.pool.query('select pg_wal_replay_pause()');

async function resume(): Promise<void> {
  await pair.replica.pool.query('select pg_wal_replay_resume()');
  await followed();
}

/** Resolves when the replica has replayed all current changes and both servers have measured that. */
async function followed(): Promise<void> {
  const { rows } = await pair.primary.pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
  const hasReplayed = async () =>
    (await pair.replica.pool.query('select pg_last_wal_replay_lsn() >= $1 as done', [rows[0]?.lsn])).rows[0]
      .done;
  await expect.poll(hasReplayed).toBe(true);
  const since = performance.now();
  const isKnown = ({ reads }: AppOnPair) =>
    (reads.state()?.behind ?? Number.POSITIVE_INFINITY) * 1_000 < performance.now() - since;
  await expect.poll(() => isKnown(first) && isKnown(second)).toBe(true);
}

async function listed(server: TestApp, token?: string): Promise<string[]> {
  const url = token === undefined ? '/api/requests/public?limit=20' : '/api/requests?limit=100';
  const response = await server.call({ url, token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<RequestList>().requests.map(({ _id }) => _id);
}

/** Returns the databases that answered the queries of a call. A list needs one query; the list of a member needs two. */
async function readsOf(server: AppOnPair, call: () => Promise<unknown>) {
  const before = server.reads.state();
  await call();
  const after = server.reads.state();
  const kinds = ['replica', 'primary', 'repeated'] as const;
  return kinds.filter((kind) => after?.[kind] !== before?.[kind]);
}

const atReplica = ['replica'];
const atPrimary = ['primary'];

async function poster(name: string): Promise<TestTeacher> {
  return registerTeacher(first, { name });
}

it('a visitor reads from the replica, unless the replica lacks changes that this process has seen', async () => {
  const teacher = await poster('Asha');
  await followed();
  await pause();
  const { request } = await postRequest(first, teacher);
  expect(await readsOf(first, async () => expect(await listed(first)).toContain(request._id))).toContain(
    'primary',
  );
  await resume();
  expect(await readsOf(first, async () => expect(await listed(first)).toContain(request._id))).toEqual(
    atReplica,
  );
});

it('a teacher’s own writes are visible to them at once, in the list and in matches, on every server', async () => {
  const [writer, other] = [await poster('Bimla'), await poster('Chand')];
  await postRequest(first, other);
  await followed();
  await pause();
  const { request } = await postRequest(first, writer);
  for (const server of [first, second]) {
    expect(await listed(server, writer.token)).toContain(request._id);
    const url = `/api/requests/${request._id}/matches`;
    expect((await server.call({ url, token: writer.token })).statusCode).toBe(200);
    const rings = await server.call({ url: `/api/requests/${request._id}/rings`, token: writer.token });
    expect(rings.statusCode).toBe(200);
  }
  // A caller without writes sees the request too, because this process has seen the change.
  expect(await listed(first, other.token)).toContain(request._id);
  await resume();
  expect(await readsOf(second, () => listed(second, writer.token))).toEqual(atReplica);
  expect(await listed(second, writer.token)).toContain(request._id);
});

it('a registration counts as a write', async () => {
  await followed();
  await pause();
  const newcomer = await poster('Devi');
  expect(await readsOf(second, () => listed(second, newcomer.token))).toEqual(atPrimary);
});

it('reads go to the primary while the replica lags by more than a second, and to the replica again afterwards', async () => {
  const server = await startAppOnPair(pair);
  const teacher = await poster('Ekta');
  const where = async () => {
    const [answered] = await readsOf(server, () => listed(server));
    return answered;
  };
  await followed();
  await expect.poll(where).toBe('replica');
  await pause();
  const { request } = await postRequest(first, teacher);
  const isShown = async () => (await listed(server)).includes(request._id);
  await expect.poll(isShown).toBe(true);
  await expect.poll(where).toBe('primary');
  await expect.poll(() => server.said.at(-1)).toMatch(/more than a second behind/);
  await resume();
  await expect.poll(where).toBe('replica');
  expect(await isShown()).toBe(true);
  expect(server.said.at(-1)).toMatch(/it answers reads/);
  await server.close();
});

it('a read that PostgreSQL cancels on the replica is repeated on the primary within the call', async () => {
  await followed();
  const anonymous = { wroteAt: undefined } as const;
  const grown = await readsOf(first, async () => {
    const answered = await first.reads.ask(anonymous, async (db) => {
      if (db !== pair.primary.db) throw Object.assign(new Error('canceling statement'), { code: '40001' });
      return 'the primary';
    });
    expect(answered).toBe('the primary');
  });
  expect(grown).toEqual(['repeated']);
  // A single conflict does not exclude the replica.
  expect(await readsOf(first, () => listed(first))).toEqual(atReplica);
});

it('an unreachable replica does not prevent the start', async () => {
  const said: string[] = [];
  const config = {
    databaseReadUrl: 'postgres://nobody@127.0.0.1:1/none',
    databasePoolSize: 2,
    databasePrepare: true,
  };
  const reads = await openReadDatabase(config, pair.primary, (sentence) => said.push(sentence));
  expect(await reads.ask({ wroteAt: undefined }, async (db) => db === pair.primary.db)).toBe(true);
  expect(reads.state()).toMatchObject({ behind: Number.POSITIVE_INFINITY, primary: 1, replica: 0 });
  expect(said).toEqual([expect.stringMatching(/does not answer/)]);
  await reads.close();
});

it('a primary that is configured as the replica gets no replica reads, and the log says why', async () => {
  const said: string[] = [];
  const config = { databaseReadUrl: pair.primaryUrl, databasePoolSize: 2, databasePrepare: true };
  const reads = await openReadDatabase(config, pair.primary, (sentence) => said.push(sentence));
  expect(await reads.ask({ wroteAt: undefined }, async (db) => db === pair.primary.db)).toBe(true);
  expect(said).toEqual([expect.stringMatching(/is no replica/)]);
  await reads.close();
});

it('a replica of another database is refused at the start, in one sentence', async () => {
  const { database, drop } = await cloneDatabase();
  const config = { databaseReadUrl: pair.replicaUrl, databasePoolSize: 2, databasePrepare: true };
  await expect(openReadDatabase(config, database, () => {})).rejects.toThrow(
    /^DATABASE_READ_URL \(.*\) is not a replica of the database of DATABASE_URL\.$/,
  );
  await drop();
});
