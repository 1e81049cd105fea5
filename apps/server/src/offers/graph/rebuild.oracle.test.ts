import { setImmediate } from 'node:timers/promises';
import type { MatchList } from '@mutual-transfer/domain/matching/match';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  type TestTeacher,
} from '../../../test/testing/factories.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../../test/testing/processes/database-proxy.ts';
import { writeRule } from '../../../test/testing/rules.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { loadDemo } from '../../demo/load-demo.ts';
import { fromDatabase } from '../../matches/best-offers.queries.ts';
import { conditionsOf } from '../../requests/lists/list-filters.ts';
import { findPage } from '../../requests/requests.queries.ts';
import { anonymous } from '../../sessions/viewer.ts';
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

/** Asserts that the reading process returns the same lists and matches as plain queries. */
async function expectTruth(): Promise<void> {
  const { db } = writer.database;
  for (const filters of queries) {
    const page = { page: 1, limit: 20 };
    const search = new URLSearchParams({ ...filters, page: '1', limit: '20' });
    const response = await reader.call({ url: `/api/requests?${search}`, token: owner.token });
    expect(response.statusCode, response.body).toBe(200);
    const { requests, pagination } = response.json<RequestList>();
    const plain = await findPage(db, conditionsOf(filters), page, owner.user._id);
    expect([pagination.total, ...requests.map(({ _id }) => _id)]).toEqual([
      plain.total,
      ...plain.rows.map(({ id }) => id),
    ]);
  }
  await expectTrueMatches();
}

async function expectTrueMatches(): Promise<void> {
  const { db } = writer.database;
  const url = `/api/requests/${requestId}/matches?limit=50`;
  const response = await reader.call({ url, token: owner.token });
  expect(response.statusCode, response.body).toBe(200);
  const { matches, total } = response.json<MatchList>();
  const mine = await findOwnOffer(db, { id: requestId, userId: owner.user._id });
  if (mine === undefined) throw new Error('The request of this test is gone.');
  const rules = await currentRules();
  const plain = await fromDatabase(db, { ...mine, rules }, { page: 1, limit: 50 });
  expect(plain.total).toBeGreaterThan(0);
  expect([total, ...matches.map(({ user }) => user._id)]).toEqual([
    plain.total,
    ...plain.candidates.map(({ offer }) => offer.user_id),
  ]);
}

let mustBeEqual = firstRules.mustBeEqual;
const currentRules = async () => ({ ...firstRules, mustBeEqual });

let turn = 0;

/** Writes directly to the database and through `writer`, and checks `reader` after each write without waiting. */
async function writeAndLook(count = writes.length): Promise<void> {
  for (const write of writes.slice(0, count)) {
    turn += 1;
    await writer.database.pool.query(write(turn));
    // A session sees its own writes, hence everything that was committed before them.
    const body = {
      privacySettings: {
        hideName: false,
        hidePhone: turn % 2 === 0,
        hideEmail: false,
        hideSchoolName: false,
      },
    };
    const own = await writer.call({ method: 'PUT', url: '/api/auth/privacy', body, token: owner.token });
    expect(own.statusCode, own.body).toBe(200);
    await expectTruth();
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
    await writer.database.pool.query(writes[0]?.(7) ?? '');
    // Changes that an open transaction of any database in the cluster may hide are not pruned.
    await expect
      .poll(async () => {
        await pruneOfferChanges(writer.database.db, 0);
        return (await writer.database.pool.query('select from offer_changes')).rowCount;
      })
      .toBe(0);
  },
};

describe('lists and matches equal plain queries', () => {
  it.each(Object.keys(reasons))('before, during and after a full reload because %s', async (reason) => {
    await writeAndLook();
    line.hang();
    await reasons[reason]?.();
    // The connection delivers nothing: each query waits for the index, which cannot be updated, and then uses the database.
    await writeAndLook(1);
    // The reload opens another connection, which delivers nothing either.
    await line.holdNew();
    await writeAndLook();
    line.resume();
    await expect.poll(() => graph.hasIndexes()).toBe(true);
    await writeAndLook();
    expect(graph.hasIndexes()).toBe(true);
  });

  it('during a reload the old index answers viewers without newer writes', async () => {
    await graph.caughtUp();
    const before = await listOfVisitor();
    const reloading = line.holdNew();
    await reasons['too much changed at once']?.();
    await reloading;
    expect(graph.hasIndexes()).toBe(true);
    expect(await listOfVisitor()).toBe(before);
    await writeAndLook();
    expect(graph.hasIndexes()).toBe(true);
    expect(await listOfVisitor()).toBe(before);
    line.resume();
    await expect.poll(listOfVisitor).not.toBe(before);
    await writeAndLook();
  });

  it('the index answers at any time after a reload that takes longer than the maximum age of an index', async () => {
    await graph.caughtUp();
    const before = await listOfVisitor();
    const reloading = line.holdNew();
    await reasons['too much changed at once']?.();
    await reloading;
    const time = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => time() + 60_000);
    try {
      line.resume();
      let list = before;
      while (list === before) {
        await setImmediate();
        list = await listOfVisitor();
      }
      expect(list).toBeDefined();
    } finally {
      clock.mockRestore();
    }
    await graph.caughtUp();
    await writeAndLook();
  });

  const listOfVisitor = async () => (await graph.indexesFor(anonymous))?.list;
});

describe('a process that cannot read changes', () => {
  const readiness = async () => (await reader.call({ url: '/api/ready' })).statusCode;

  it('answers correctly from the database, and is not ready after ten seconds, until it can read changes again', async () => {
    await expect.poll(readiness).toBe(200);
    const time = performance.now.bind(performance);
    let waited = 0;
    const stopped = time();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => stopped + waited);
    try {
      await graph.caughtUp();
      line.cut();
      await expect.poll(() => graph.hasIndexes()).toBe(false);
      await writeAndLook(1);
      waited = 9_000;
      expect(await readiness()).toBe(200);
      waited = 11_000;
      expect(await readiness()).toBe(503);
    } finally {
      clock.mockRestore();
    }
    line.restore();
    await expect.poll(() => graph.hasIndexes()).toBe(true);
    expect(await readiness()).toBe(200);
    await writeAndLook(1);
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
