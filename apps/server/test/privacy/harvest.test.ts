import type { MatchList } from '@mutual-transfer/domain/matching/match';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshProjections } from '../../src/people/projections.ts';
import { type Config, readConfig } from '../../src/platform/config.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { createLimits, type Limits, unlimited } from '../../src/platform/limits.ts';
import { deleteExpired } from '../../src/platform/retention.ts';
import { makeAdministrator, postRequest, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { newBrowser } from '../testing/limited-app.ts';
import { signIn } from '../testing/sessions.ts';
import { joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

const PEOPLE = 260;
const FROM_LISTS = 200;
const FROM_MATCHES = 70;
/** Number of contacts that an account without standing may open from lists. */
const NEW_FROM_LISTS = 30;
const NEW_FROM_MATCHES = 60;
const FROM_ADDRESS = 300;
const VISITOR_ROWS = 100;
const DAY = 86_400_000;

let test: TestApp;
/** Another server process on the same database. */
let second: TestApp;

beforeAll(async () => {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    CONTACTS_A_DAY_FROM_MATCHES: String(FROM_MATCHES),
    CONTACTS_A_DAY_FROM_ADDRESS: String(FROM_ADDRESS),
    VISITOR_ROWS_A_DAY: String(VISITOR_ROWS),
  });
  test = await startTestApp(({ db }) => ({ config, limits: visitorLimit(db, config) }));
  second = await joinTestApp(test, { config, limits: visitorLimit(test.database.db, config) });
  await people();
});
afterAll(async () => {
  await second.close();
  await test.close();
});

/** Returns limits of which only the visitor limit is active. */
function visitorLimit(db: OpenDatabase['db'], config: Config): Limits {
  const clock = { now: () => test.clock.now.getTime() };
  const limits = createLimits(db, config, clock);
  return {
    ...unlimited,
    reserve: (request, name, what) =>
      (name === 'visitorRows' ? limits : unlimited).reserve(request, name, what),
  };
}

/** Creates teachers with visible contact and one request each. All of them match a teacher who wishes to move from Danapur to Bodh Gaya. */
async function people(): Promise<void> {
  const { db } = test.database;
  const created_at = new Date('2026-03-01');
  const kind = { subject: 'mathematics', class_range: '6-8' as const };
  const desired = { desired_district: 'patna', desired_block: 'danapur' };
  const users = Array.from({ length: PEOPLE }, (_, number) => ({
    id: newId(),
    email: `open-${number}@example.org`,
    phone: String(8_000_000_000 + number),
    password_hash: '-',
    name: `Teacher of ${number}`,
    school_name: 'Rajkiya Vidyalaya',
    district: 'gaya',
    block: 'bodh-gaya',
    ...desired,
    ...kind,
    created_at,
  }));
  const requests = users.map(({ id }) => ({
    id: newId({ msecs: created_at.getTime() }),
    user_id: id,
    ...desired,
    ...kind,
    reason: 'Home',
    additional_info: 'None',
    urgency: 'low' as const,
    contact_preference: 'both' as const,
    hide_name: false,
    hide_phone: false,
    hide_email: false,
    hide_school_name: false,
    created_at,
    expires_at: new Date('2027-01-01'),
  }));
  await db.insertInto('users').values(users).execute();
  await db.insertInto('requests').values(requests).execute();
  for (const { id } of users) await db.transaction().execute((changes) => refreshProjections(changes, id));
}

/** Marks the phone as verified, as a code does. */
async function verify({ user }: TestTeacher): Promise<void> {
  const mark = { verified_at: test.clock.now, verified_how: 'phone_code' as const };
  await test.database.db.updateTable('users').set(mark).where('id', '=', user._id).execute();
}

async function erase({ token, password }: TestTeacher): Promise<void> {
  const url = '/api/auth/account';
  const erased = await test.call({ method: 'DELETE', url, body: { password }, token });
  expect(erased.statusCode).toBe(200);
}

const list = async (app: TestApp, token: string, page: number, address = '198.51.100.1') => {
  const answer = await app.call({ url: `/api/requests?limit=20&page=${page}`, token, address });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const pages = Array.from({ length: PEOPLE / 20 }, (_, index) => index + 1);
const phonesIn = (lists: readonly RequestList[]) =>
  new Set(
    lists.flatMap(({ requests }) => requests.map(({ user }) => user.phone)).filter((one) => one !== 'Hidden'),
  );
/** Registers an account without standing. */
const newcomer = () =>
  registerTeacher(test, {
    district: 'Patna',
    postingBlock: 'Danapur',
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
  });
/** Registers an account with standing. */
const viewerWithStanding = async () => {
  const teacher = await newcomer();
  await verify(teacher);
  return teacher;
};

describe('an account that pulls the whole list', () => {
  let thief: TestTeacher;
  let pulled: RequestList[];

  it('gets the list, and the contact of 200 people, over all sessions, servers and concurrent calls', async () => {
    thief = await viewerWithStanding();
    const another = await signIn(test, thief.user._id);
    const calls = pages.flatMap((page) => [list(test, thief.token, page), list(second, another, page)]);
    pulled = await Promise.all(calls);
    expect(phonesIn(pulled).size).toBe(FROM_LISTS);
    const names = new Set(pulled.flatMap(({ requests }) => requests.map(({ user }) => user.name)));
    expect(names.size).toBe(PEOPLE);
    const beyond = pulled.flatMap(({ requests }) => requests).find(({ user }) => user.phone === 'Hidden');
    expect(beyond?.user.email).toBe('Hidden');
  });

  it('reads when the next contact opens, and sees opened ones again at any time', async () => {
    const again = await Promise.all(pages.map((page) => list(test, thief.token, page)));
    expect(phonesIn(again)).toEqual(phonesIn(pulled));
    const moments = again.flatMap(({ contactOpensAt }) => contactOpensAt ?? []);
    const wait = Date.parse(moments[0] ?? '') - test.clock.now.getTime();
    expect(wait).toBeGreaterThan(DAY - 60_000);
    expect(wait).toBeLessThanOrEqual(DAY);
    expect(again.filter(({ contactOpensAt }) => contactOpensAt === undefined).length).toBeGreaterThan(0);
  });

  it('spends nothing when an open screen is refetched: it opens and refuses no contact again', async () => {
    const stored = async () => {
      const { pool } = test.database;
      const [views, refusals] = await Promise.all([
        pool.query('select seen_id, opened_at, seen_at from contact_views where viewer_id = $1 order by 1', [
          thief.user._id,
        ]),
        pool.query('select seen_id, day from contact_refusals where viewer_id = $1 order by 1', [
          thief.user._id,
        ]),
      ]);
      return [views.rows, refusals.rows];
    };
    const before = await stored();
    expect(before.map(({ length }) => length)).toEqual([FROM_LISTS, PEOPLE - FROM_LISTS]);
    for (let time = 0; time < 3; time += 1)
      await Promise.all(pages.map((page) => list(second, thief.token, page)));
    expect(await stored()).toEqual(before);
  });

  it('appears in the administrator’s patterns and in the contact views of the viewed teachers', async () => {
    const administrator = await makeAdministrator(test);
    const answer = await test.call({ url: '/api/admin/contact-patterns', token: administrator.token });
    const { accounts, addresses } = answer.json();
    expect(accounts).toHaveLength(1);
    expect(addresses).toEqual([]);
    expect(accounts[0]).toMatchObject({
      user: { _id: thief.user._id },
      openedLastHour: 200,
      openedLastDay: 200,
    });
    expect(accounts[0]?.refusedLastDay).toBe(PEOPLE - FROM_LISTS);
    const file = await test.call({ url: '/api/admin/contact-patterns.csv', token: administrator.token });
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^${thief.user._id},.*,200,200,`));
    // Administrators have no budget.
    const all = await Promise.all(pages.map((page) => list(test, administrator.token, page)));
    expect(phonesIn(all).size).toBe(PEOPLE);
  });

  it('opens the remaining contacts a day later', async () => {
    test.clock.now = new Date(test.clock.now.getTime() + DAY + 60_000);
    const next = await Promise.all(pages.map((page) => list(second, thief.token, page)));
    expect(phonesIn(next).size).toBe(PEOPLE);
    expect(next.every(({ contactOpensAt }) => contactOpensAt === undefined)).toBe(true);
  });
});

it('matches and alerts have a separate budget', async () => {
  const teacher = await viewerWithStanding();
  const posted = await postRequest(test, teacher, { desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' });
  const open = ({ matches }: Pick<MatchList, 'matches'>) =>
    matches.filter(({ user }) => user.phone !== 'Hidden').map(({ user }) => user._id);
  expect(open(posted)).toHaveLength(posted.matches.length);
  const answer = await second.call({
    url: `/api/requests/${posted.request._id}/matches`,
    token: teacher.token,
  });
  const found = answer.json();
  expect(found.matches).toHaveLength(100);
  expect(open(found)).toHaveLength(FROM_MATCHES);
  expect(open(found)).toEqual(expect.arrayContaining(open(posted)));
  expect(found.contactOpensAt).toBeDefined();
  const sender = found.matches.find(({ user }) => user.phone === 'Hidden')?.user._id ?? '';
  const token = await signIn(test, sender);
  const sent = await test.call({
    method: 'POST',
    url: `/api/alerts/${teacher.user._id}`,
    body: { message: 'Shall we swap?' },
    token,
  });
  expect(sent.statusCode).toBe(201);
  const alerts = (await test.call({ url: '/api/alerts', token: teacher.token })).json().data;
  expect(alerts.alerts.find(({ kind }) => kind === 'message')?.fromUser?.phone).toBe('Hidden');
  expect(alerts.contactOpensAt).toBeDefined();
  expect(phonesIn([await list(test, teacher.token, 2)]).size).toBe(20);
});

describe('an account without standing', () => {
  const all = (token: string, address?: string) =>
    Promise.all(pages.map((page) => list(test, token, page, address)));
  const limits = (lists: readonly RequestList[]) =>
    new Set(lists.flatMap(({ contactNeeds }) => contactNeeds ?? []));

  it('opens fewer contacts from lists, reads how to open more, and opens them once it has standing', async () => {
    const teacher = await newcomer();
    const read = await all(teacher.token);
    expect(phonesIn(read).size).toBe(NEW_FROM_LISTS);
    expect(limits(read)).toEqual(new Set(['standing']));
    await verify(teacher);
    const more = await all(teacher.token);
    expect(phonesIn(more).size).toBe(FROM_LISTS);
    expect(limits(more)).toEqual(new Set(['tomorrow']));
  });

  it('opens fewer contacts from matches', async () => {
    const teacher = await newcomer();
    const { request } = await postRequest(test, teacher, {
      desiredDistrict: 'Gaya',
      desiredBlock: 'Bodh Gaya',
    });
    const url = `/api/requests/${request._id}/matches`;
    const { matches, contactNeeds } = (await test.call({ url, token: teacher.token })).json<MatchList>();
    expect(matches.filter(({ user }) => user.phone !== 'Hidden')).toHaveLength(NEW_FROM_MATCHES);
    expect(contactNeeds).toBe('standing');
  });

  it('has standing when it is a day old and has an open request', async () => {
    const [idle, active] = [await newcomer(), await newcomer()];
    await postRequest(test, active, { desiredDistrict: 'Saran', desiredBlock: 'Amnour' });
    test.clock.now = new Date(test.clock.now.getTime() + DAY + 60_000);
    expect(phonesIn(await all(idle.token)).size).toBe(NEW_FROM_LISTS);
    // Contacts opened from the matches stay open.
    expect(phonesIn(await all(active.token)).size).toBeGreaterThanOrEqual(FROM_LISTS);
  });

  /** Returns the contacts that a new account opens in two pages. */
  async function openedBy(app: TestApp, teacher: TestTeacher, address: string): Promise<string[]> {
    const read = [await list(app, teacher.token, 1, address), await list(app, teacher.token, 2, address)];
    return [...phonesIn(read)].map(String);
  }

  it('shares 300 contacts a day with forty others of its address, erased ones included', async () => {
    const address = '203.0.113.40';
    const opened: string[] = [];
    for (let number = 0; number < 40; number++) {
      const teacher = await newcomer();
      opened.push(...(await openedBy(number % 2 === 0 ? test : second, teacher, address)));
      if (number % 5 === 0) await erase(teacher);
    }
    expect(opened).toHaveLength(FROM_ADDRESS);
    const { token } = await newcomer();
    const stopped = await list(test, token, 1, address);
    expect(stopped).toMatchObject({ contactNeeds: 'standing' });
    expect(Date.parse(stopped.contactOpensAt ?? '') - test.clock.now.getTime()).toBeGreaterThan(
      DAY - 600_000,
    );
    // Another address has its own budget, and so has an account with standing at the same address.
    expect(phonesIn([await list(test, token, 1, '203.0.113.41')]).size).toBe(20);
    expect(phonesIn(await all((await viewerWithStanding()).token, address)).size).toBe(FROM_LISTS);
  });

  it('shares the budget with the accounts of its /64', async () => {
    const opened: string[] = [];
    for (let number = 0; number < 12; number++) {
      opened.push(...(await openedBy(test, await newcomer(), `2001:db8:1:2::${number + 1}`)));
    }
    expect(opened).toHaveLength(FROM_ADDRESS);
  });

  it('shares four times that budget with the accounts of its /48', async () => {
    const openedFrom = async (network: number) =>
      (await openedBy(test, await newcomer(), `2001:db8:2:${network}::1`)).length;
    expect(await openedFrom(1)).toBe(NEW_FROM_LISTS);
    await test.database.pool.query("update rate_limits set points = $1 where key like 'contacts:%/48'", [
      4 * FROM_ADDRESS - 20,
    ]);
    expect([await openedFrom(2), await openedFrom(3)]).toEqual([20, 0]);
  });

  it('is in the administrator’s list by its address, although each account stays below the limits', async () => {
    const administrator = await makeAdministrator(test);
    const answer = await test.call({ url: '/api/admin/contact-patterns', token: administrator.token });
    const { addresses } = answer.json();
    const found = addresses.find(({ address }) => address === '203.0.113.40');
    expect(found).toMatchObject({ openedWithoutStanding: FROM_ADDRESS });
    expect(found?.accounts).toBeGreaterThan(5);
  });
});

describe('the list of viewers of a contact', () => {
  const viewsOf = async (teacher: Pick<TestTeacher, 'token'>) =>
    (await test.call({ url: '/api/auth/contact-views', token: teacher.token })).json();

  it('is shown to the viewed teacher for 90 days, each viewer by their own privacy settings', async () => {
    const seen = await registerTeacher(test);
    await postRequest(test, seen);
    const [open, shy] = [await viewerWithStanding(), await viewerWithStanding()];
    const body = {
      privacySettings: { hideName: true, hidePhone: false, hideEmail: false, hideSchoolName: false },
    };
    await test.call({ method: 'PUT', url: '/api/auth/privacy', body, token: shy.token });
    expect(await viewsOf(seen)).toEqual({ total: 0, views: [] });
    for (const { token } of [open, open, shy]) await list(test, token, 1);
    await test.call({ url: '/api/requests/public' });
    const { total, views } = await viewsOf(seen);
    expect([total, views.map(({ viewer, place }) => [viewer.name, viewer.phone, place])]).toEqual([
      2,
      [
        ['Hidden', 'Hidden', 'list'],
        [open.user.name, 'Hidden', 'list'],
      ],
    ]);
    expect((await viewsOf(open)).total).toBe(0);
    const age = (days: number) =>
      test.database.pool.query(
        'update contact_views set seen_at = seen_at - make_interval(days => $2) where seen_id = $1',
        [seen.user._id, days],
      );
    const kept = () =>
      test.database.db
        .selectFrom('contact_views')
        .select('place')
        .where('seen_id', '=', seen.user._id)
        .execute();
    await age(89);
    expect((await viewsOf(seen)).total).toBe(2);
    await age(2);
    expect((await viewsOf(seen)).total).toBe(0);
    await age(260);
    await deleteExpired(test.database.db, test.clock.now);
    expect(await kept()).toHaveLength(2);
    await age(20);
    await deleteExpired(test.database.db, test.clock.now);
    expect(await kept()).toEqual([]);
  });

  it('excludes views of hidden contact, and views of oneself', async () => {
    const shy = await registerTeacher(test);
    await postRequest(test, shy, { privacySettings: { hidePhone: true, hideEmail: true } });
    await list(test, (await viewerWithStanding()).token, 1);
    await list(test, shy.token, 1);
    expect(await viewsOf(shy)).toEqual({ total: 0, views: [] });
  });
});

describe('a visitor', () => {
  const read = (app: TestApp, query: string, address: string, cookie = '') =>
    app.call({ url: `/api/requests/public?${query}`, address, headers: { cookie } });

  it('reads at most 20 rows per page, and is refused after the limit of different rows over all servers', async () => {
    expect((await read(test, 'limit=21', '203.0.113.1')).statusCode).toBe(400);
    let rows = 0;
    const cookie = await newBrowser(test);
    for (const page of pages) {
      const answer = await read(
        page % 2 === 0 ? test : second,
        `limit=20&page=${page}`,
        '203.0.113.7',
        cookie,
      );
      if (answer.statusCode === 200) rows += answer.json<RequestList>().requests.length;
      else expect([answer.statusCode, answer.json<Problem>().code]).toEqual([429, 'visitor_limit']);
    }
    expect(rows).toBe(VISITOR_ROWS);
    const refused = await read(test, 'limit=20&page=9', '203.0.113.7', cookie);
    expect(refused.json<Problem>().message).toMatch(/Sign in to read on, or come again in 24 hours/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    // The visitor can read the same requests again, other visitors are unaffected, and a visitor who signs in can continue.
    expect((await read(second, 'limit=20&page=1', '203.0.113.7', cookie)).statusCode).toBe(200);
    expect((await read(test, 'limit=20&page=9', '203.0.113.7', await newBrowser(test))).statusCode).toBe(200);
    const { token } = await viewerWithStanding();
    expect((await test.call({ url: '/api/requests?page=9', token, address: '203.0.113.7' })).statusCode).toBe(
      200,
    );
  });

  it('is counted once for a page, whichever server answers and however often at once', async () => {
    const address = '203.0.113.19';
    const url = 'limit=20&page=2';
    await Promise.all([test, second, test, second].map((server) => read(server, url, address)));
    const { rows } = await test.database.pool.query<{ points: number }>(
      'select points from rate_limits where key = $1',
      [`visitor-rows-address:${address}`],
    );
    expect(rows[0]?.points).toBe(20);
  });

  it('can reread a page for a day without being counted again, and is counted again for its rows the next day', async () => {
    const address = '203.0.113.9';
    const countedAfterReading = async () => {
      expect((await read(test, 'limit=20&page=1', address)).statusCode).toBe(200);
      const { rows } = await test.database.pool.query<{ points: number }>(
        'select points from rate_limits where key = $1',
        [`visitor-rows-address:${address}`],
      );
      return rows[0]?.points;
    };
    expect(await countedAfterReading()).toBe(20);
    test.clock.now = new Date(test.clock.now.getTime() + DAY - 60_000);
    expect(await countedAfterReading()).toBe(20);
    test.clock.now = new Date(test.clock.now.getTime() + 2 * 60_000);
    // All processes store in `rate_limits` which pages were counted. These rows expire by the database clock.
    await test.database.pool.query(
      "update rate_limits set expires_at = now() where key like 'visitor-rows-once:%'",
    );
    expect(await countedAfterReading()).toBe(40);
  });
});
