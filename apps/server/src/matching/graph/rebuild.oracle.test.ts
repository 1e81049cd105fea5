import type { MatchList } from '@mutual-transfer/domain/matching/match';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  type TestTeacher,
} from '../../../test/testing/factories.ts';
import { plainList } from '../../../test/testing/plain-lists.ts';
import { plainMatches } from '../../../test/testing/plain-matches.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../../test/testing/processes/database-proxy.ts';
import { writeRule } from '../../../test/testing/rules.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { loadDemo } from '../../demo/load-demo.ts';
import { findOwnOffer } from '../offers.queries.ts';
import { followOffers, type LiveGraph } from './live-graph.ts';
import { pruneOfferChanges } from './offer-changes.ts';

/** Two processes: `writer` writes; `reader` reloads all offers over a connection that the test controls. */
let writer: TestApp;
let reader: TestApp;
let graph: LiveGraph;
let line: DatabaseProxy;
let admin: TestTeacher;
let owner: TestTeacher;
let requestId: string;

beforeAll(async () => {
  writer = await startTestApp();
  line = await startDatabaseProxy(inject('postgres'));
  const { database } = writer.database.pool.options;
  graph = followOffers({
    connection: { connectionString: line.urlOf(String(database)) },
    now: () => writer.clock.now,
    onError: () => {},
  });
  reader = await joinTestApp(writer, { graph });
  admin = await makeAdministrator(writer);
  const options = { seed: 5, teachers: 1_200, now: writer.clock.now, passwordHash: 'none' };
  await loadDemo(writer.database.pool, { ...options, preset: 'showcase' });
  const teaching = await commonestTeaching();
  owner = await registerTeacher(writer, { name: 'Sulekha Anand', ...teaching });
  requestId = (await postRequest(writer, owner, teaching)).request._id;
  await graph.caughtUp();
});
afterAll(async () => {
  await reader.close();
  await graph.close();
  await line.close();
  await writer.close();
});

/** Returns the most frequent subject and class level of the demo data. */
async function commonestTeaching(): Promise<{ subject: string; classRange: string }> {
  const { rows } = await writer.database.pool.query<{ subject: string; classRange: string }>(
    `select subject, class_range as "classRange" from offers group by 1, 2 order by count(*) desc limit 1`,
  );
  const { subject = '', classRange = '' } = rows[0] ?? {};
  return { subject: subjectByCode(subject).name, classRange };
}

/** Writes to other teachers' rows that a job, another process or an operator may make. The viewer's request is not changed. */
const writes = [
  (turn: number) =>
    `update requests set urgency = (array['low', 'medium', 'high'])[1 + ${turn} % 3] where ${isOneOf(9, turn)}`,
  (turn: number) => `update requests set status = 'expired' where status = 'active' and ${isOneOf(40, turn)}`,
  (turn: number) => `delete from requests where ${isOneOf(60, turn)}`,
  (turn: number) => `update offers set to_block = null where ${isOneOf(15, turn)}`,
];

function isOneOf(count: number, turn: number): string {
  return `user_id <> '${owner.user._id}' and hashtext(user_id::text) % ${count} = ${turn % count}`;
}

const queries = [{}, { urgency: 'high', search: 'kumar' }, { fromDistrict: 'Gaya' }] as const;

interface Answer {
  total: number;
  ids: readonly (string | undefined)[];
}

/** Lists and matches of the reading process, each with its oracle: a plain query for that number of rows. */
const answers: { read: () => Promise<Answer>; plain: (limit: number) => Promise<Answer> }[] = [
  ...queries.map((filters) => ({
    read: () => listOfOwner(new URLSearchParams({ ...filters, page: '1', limit: '20' })),
    plain: (limit: number) => plainList(writer.database.db, { ...filters, page: 1, limit }, owner.user._id),
  })),
  { read: matchesOfOwner, plain: plainMatchesOfOwner },
];

async function listOfOwner(search: URLSearchParams): Promise<Answer> {
  const response = await reader.call({ url: `/api/requests?${search}`, token: owner.token });
  expect(response.statusCode, response.body).toBe(200);
  const { requests, pagination } = response.json();
  return { total: pagination.total, ids: requests.map(({ _id }) => _id) };
}

async function matchesOfOwner(): Promise<Answer> {
  const url = `/api/requests/${requestId}/matches?limit=20`;
  const response = await reader.call({ url, token: owner.token });
  expect(response.statusCode, response.body).toBe(200);
  const { matches, total } = response.json<MatchList>();
  return { total, ids: matches.map(({ user }) => user._id) };
}

async function plainMatchesOfOwner(limit: number): Promise<Answer> {
  const { db } = writer.database;
  const mine = await findOwnOffer(db, { id: requestId, userId: owner.user._id });
  if (mine === undefined) throw new Error('The request of this test is gone.');
  const rules = { ...firstRules, mustBeEqual };
  const { total, teachers } = await plainMatches(db, { ...mine, rules }, { page: 1, limit });
  expect(total).toBeGreaterThan(0);
  return { total, ids: teachers.map(({ id }) => id) };
}

let mustBeEqual = firstRules.mustBeEqual;
let turn = 0;

/** Writes directly to the database, and checks `reader` after each write. */
async function writeAndLook(look: () => Promise<void>): Promise<void> {
  for (const write of writes) {
    turn += 1;
    await writer.database.pool.query(write(turn));
    await look();
  }
}

/** Asserts that the reading process, once it has read the changes, returns the same lists and matches as plain queries. */
async function expectTruth(): Promise<void> {
  await graph.caughtUp();
  for (const { read, plain } of answers) expect(await read()).toEqual(await plain(20));
}

/** Asserts that the reading process, which cannot read the changes yet, answers, and returns no row that a plain query does not return. */
async function expectNothingGone(): Promise<void> {
  for (const { read, plain } of answers) {
    const { ids } = await read();
    expect((await plain(10_000)).ids).toEqual(expect.arrayContaining([...ids]));
  }
}

/** Causes of a full reload. */
const reasons: Record<string, () => Promise<void>> = {
  'the rules change': async () => {
    mustBeEqual = ['classRange'];
    await writeRule(writer, admin, { kind: 'mustBeEqual', value: mustBeEqual });
    // A process that did not write the rules reads them again after a second.
    writer.clock.now = new Date(writer.clock.now.getTime() + 1_001);
  },
  'too much changed at once': async () => {
    await writer.database.pool.query('update requests set search = search');
    await writer.database.pool.query('insert into offer_changes (offer_id) values (null)');
  },
  'what it missed is pruned': async () => {
    // Changes each of these rows, whatever the writes before: a row that stays the same is no change.
    await writer.database.pool.query(
      `update requests set urgency = case urgency when 'high' then 'low' else 'high' end where ${isOneOf(9, 7)}`,
    );
    // Changes that an open transaction of any database in the cluster may hide are not pruned.
    await expect
      .poll(async () => {
        await pruneOfferChanges(writer.database.db, 0);
        return (await writer.database.pool.query('select from offer_changes')).rowCount;
      })
      .toBe(0);
  },
};

const readiness = async () => (await reader.call({ url: '/api/ready' })).statusCode;

describe('lists and matches', () => {
  it.each(Object.keys(reasons))(
    'are those of plain queries before and after a full reload because %s',
    async (reason) => {
      await writeAndLook(expectTruth);
      line.hang();
      await reasons[reason]?.();
      // The connection delivers nothing, so the process does not know yet that it must reload.
      await writeAndLook(expectNothingGone);
      // The reload opens another connection, which delivers nothing either.
      await line.holdNew();
      await writeAndLook(expectNothingGone);
      expect(await readiness()).toBe(200);
      line.resume();
      await writeAndLook(expectTruth);
    },
  );

  it('are answered by the old index during a reload, however long it takes', async () => {
    await graph.caughtUp();
    const before = graph.current().list;
    const reloading = line.holdNew();
    await reasons['too much changed at once']?.();
    await reloading;
    const time = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => time() + 60_000);
    try {
      await writeAndLook(expectNothingGone);
      expect(graph.current().list).toBe(before);
      expect(await readiness()).toBe(200);
      line.resume();
      await expect.poll(() => graph.current().list).not.toBe(before);
    } finally {
      clock.mockRestore();
    }
    await writeAndLook(expectTruth);
  });
});

describe('a process that cannot read changes', () => {
  it('is not ready after ten seconds, and answers lists and matches with 503 until it can read changes again', async () => {
    const statuses = async () => {
      const urls = ['/api/ready', '/api/requests', `/api/requests/${requestId}/matches`, '/api/requests/my'];
      const responses = await Promise.all(urls.map((url) => reader.call({ url, token: owner.token })));
      const refused = responses.filter(({ statusCode }) => statusCode === 503);
      for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      return responses.map(({ statusCode }) => statusCode);
    };
    await expect.poll(readiness).toBe(200);
    const time = performance.now.bind(performance);
    let waited = 0;
    const stopped = time();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => stopped + waited);
    try {
      await graph.caughtUp();
      line.cut();
      await expect.poll(() => graph.version()).toBeUndefined();
      await writeAndLook(expectNothingGone);
      waited = 9_000;
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      waited = 11_000;
      expect(await statuses()).toEqual([503, 503, 503, 200]);
    } finally {
      clock.mockRestore();
    }
    line.restore();
    await expect.poll(() => graph.version()).toBeDefined();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await writeAndLook(expectTruth);
  });

  it('closes without waiting for a hanging query', async () => {
    const { database } = writer.database.pool.options;
    const connection = { connectionString: line.urlOf(String(database)) };
    const another = followOffers({ connection, now: () => writer.clock.now, onError: () => {} });
    await another.caughtUp();
    line.hang();
    const asking = another.caughtUp().catch(() => 'refused');
    await another.close();
    expect(await asking).toBe('refused');
    line.resume();
  });
});

it('a change of rules at two processes refuses no call', async () => {
  const calls = async (on: TestApp) => {
    const urls = ['/api/requests', `/api/requests/${requestId}/matches`, `/api/requests/${requestId}/rings`];
    const responses = await Promise.all(urls.map((url) => on.call({ url, token: owner.token })));
    return responses.map(({ statusCode }) => statusCode);
  };
  const before = [reader, writer].map((on) => on.graph.current().list);
  const statuses: number[] = [];
  mustBeEqual = ['subject', 'classRange'];
  const changed = writeRule(writer, admin, { kind: 'mustBeEqual', value: mustBeEqual });
  let isReloaded = false;
  while (!isReloaded) {
    for (const on of [reader, writer]) statuses.push(...(await calls(on)));
    isReloaded = [reader, writer].every((on, index) => on.graph.current().list !== before[index]);
  }
  await changed;
  expect(new Set(statuses)).toEqual(new Set([200]));
  writer.clock.now = new Date(writer.clock.now.getTime() + 1_001);
  await expectTruth();
});
