/** This file is long because it prepares a successful call of each route that accepts a key. */
import { generateKeyPairSync } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { KEYS_AN_ACCOUNT } from '../../src/http/idempotency.ts';
import { endRetention } from '../../src/jobs.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createKeyedHash } from '../../src/platform/keyed-hash.ts';
import { createLimits } from '../../src/platform/limits.ts';
import { agreed, proposed, removeEveryone } from '../testing/agreements.ts';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  requestOf,
  type TestTeacher,
} from '../testing/factories.ts';
import { laterSeason } from '../testing/good-calls.ts';
import { waitingForLocks } from '../testing/locks.ts';
import { steps, type Wisher, wish } from '../testing/ring-of-three.ts';
import { type Route, withRoutes } from '../testing/routes.ts';
import { tableContents } from '../testing/table-contents.ts';
import { type Answer, type Call, joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let routes: Route[];
let administrator: TestTeacher;
let teacher: TestTeacher;

const vapid = webPush.generateVAPIDKeys();
const environment = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://product.example',
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
};
const config = { ...readConfig(environment), announceAfterMinutes: 0 };

beforeAll(async () => {
  ({ started: test, routes } = await withRoutes(() =>
    startTestApp(({ db }) => ({ config, limits: createLimits(db, config), planQueued: async () => {} })),
  ));
});
beforeEach(async () => {
  await removeEveryone(test);
  await test.database.pool.query('delete from rate_limits');
  administrator = await makeAdministrator(test);
  teacher = await registerTeacher(test);
});
afterAll(() => test.close());

const post = (url: string, { token }: TestTeacher, body?: object) => ({
  method: 'POST' as const,
  url,
  token,
  ...(body === undefined ? {} : { body }),
});
/** Returns the fields of an answer, or the type of a file. */
function shapeOf(answer: Answer) {
  const type = String(answer.headers['content-type']);
  return type.startsWith('application/json') ? Object.keys(answer.json()) : type;
}

const withKey = (call: Call, key: string): Call => ({
  ...call,
  headers: { ...call.headers, 'idempotency-key': key },
});
const reason = { reason: 'It asks for money' };
const FRAUD = 'Pay Rs. 5000 to 9812345678 and the transfer is done.';

async function pair(): Promise<[Wisher, Wisher]> {
  const [from, to] = steps[0];
  const registration = { subject: 'Urdu' };
  return [await wish(test, [from, to], { registration }), await wish(test, [to, from], { registration })];
}

async function messageBetween([from, to]: readonly [Wisher, Wisher]): Promise<string> {
  const call = post(`/api/alerts/${to.teacher.user._id}`, from.teacher, { message: 'Shall we swap?' });
  expect((await test.call(call)).statusCode).toBe(201);
  const { id } = await test.database.db
    .selectFrom('alerts')
    .select('id')
    .where('kind', '=', 'message')
    .executeTakeFirstOrThrow();
  return id;
}

async function heldText(): Promise<string> {
  const body = requestOf({ reason: FRAUD, sendForReview: true });
  return (await test.call(post('/api/requests', teacher, body))).json().data.request._id;
}

async function failedDelivery(): Promise<string> {
  const { db } = test.database;
  const [alertId, id] = [newId(), newId()];
  const moment = test.clock.now;
  await db
    .insertInto('alerts')
    .values({
      id: alertId,
      from_user_id: administrator.user._id,
      to_user_id: teacher.user._id,
      message: 'Namaste',
      created_at: moment,
    })
    .execute();
  await db
    .insertInto('deliveries')
    .values({
      id,
      alert_id: alertId,
      user_id: teacher.user._id,
      channel: 'email',
      state: 'dead',
      due_at: moment,
      ended_at: moment,
    } as never)
    .execute();
  return id;
}

/** Opens a season that asks for consent before its plan. */
async function openSeason(): Promise<string> {
  const at = (hours: number) => new Date(test.clock.now.getTime() + hours * 3_600_000).toISOString();
  const rounds = [{ askedFrom: at(1), proposalsSent: at(3), answersUntil: at(30) }];
  const dates = { opens: at(-1), listCloses: at(2), rounds, closed: at(40) };
  const body = { ...laterSeason, ...dates, consent: 'before' };
  return (await test.call(post('/api/admin/seasons', administrator, body))).json()._id;
}

/** For each route, a function that prepares rows so that a call succeeds, and returns the call. */
const goodPosts: Readonly<Record<string, () => Promise<Call>>> = {
  'POST /api/requests': async () => post('/api/requests', teacher, requestOf()),
  'POST /api/requests/:id/renewal': async () => {
    const { request } = await postRequest(test, teacher);
    return post(`/api/requests/${request._id}/renewal`, teacher);
  },
  'POST /api/requests/:id/invitations': async () => {
    const [from, to] = steps[0];
    const inviter = await wish(test, [from, to], { registration: { subject: 'Urdu' } });
    const back = { district: to.district, postingBlock: to.block };
    const wanted = { desiredDistrict: from.district, desiredBlock: from.block };
    const match = await registerTeacher(test, { ...back, ...wanted, subject: 'Urdu' });
    const body = { user: match.user._id };
    return post(`/api/requests/${inviter.requestId}/invitations`, inviter.teacher, body);
  },
  'POST /api/agreements': async () => {
    const members = await pair();
    const requests = members.map(({ requestId }) => requestId);
    return post('/api/agreements', members[0].teacher, { requests });
  },
  'POST /api/agreements/:id/answer': async () => {
    const members = await pair();
    const id = await proposed(test, members);
    return post(`/api/agreements/${id}/answer`, members[1].teacher, { answer: 'yes' });
  },
  'POST /api/agreements/:id/steps': async () => {
    const members = await pair();
    const id = await agreed(test, members);
    return post(`/api/agreements/${id}/steps`, members[0].teacher, { step: 'submitted' });
  },
  'POST /api/agreements/:id/leave': async () => {
    const members = await pair();
    const id = await agreed(test, members);
    return post(`/api/agreements/${id}/leave`, members[0].teacher, { reason: 'Not any more.' });
  },
  'POST /api/agreements/:id/messages': async () => {
    const members = await pair();
    const id = await agreed(test, members);
    return post(`/api/agreements/${id}/messages`, members[0].teacher, { message: 'Namaste' });
  },
  'POST /api/alerts/:id': async () => {
    const [from, to] = await pair();
    return post(`/api/alerts/${to.teacher.user._id}`, from.teacher, { message: 'Shall we swap?' });
  },
  'POST /api/reports': async () => {
    const other = await registerTeacher(test);
    return post('/api/reports', teacher, { user: other.user._id, reason: 'money' });
  },
  'POST /api/complaints/own': async () =>
    post('/api/complaints/own', teacher, { topic: 'service', words: 'The list stays empty.' }),
  'POST /api/notices/devices': async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-65).toString('base64url');
    const keys = { p256dh: point, auth: Buffer.alloc(16, 1).toString('base64url') };
    return post('/api/notices/devices', teacher, {
      endpoint: 'https://fcm.googleapis.com/fcm/send/one',
      keys,
    });
  },
  'POST /api/admin/alerts/:id/removal': async () =>
    post(`/api/admin/alerts/${await messageBetween(await pair())}/removal`, administrator, reason),
  'POST /api/admin/requests/:id/removal': async () => {
    const { request } = await postRequest(test, teacher);
    return post(`/api/admin/requests/${request._id}/removal`, administrator, reason);
  },
  'POST /api/admin/held-texts/:id/release': async () =>
    post(`/api/admin/held-texts/${await heldText()}/release`, administrator),
  'POST /api/admin/held-texts/:id/refusal': async () =>
    post(`/api/admin/held-texts/${await heldText()}/refusal`, administrator, reason),
  'POST /api/admin/verifications': async () => ({
    ...post('/api/admin/verifications', administrator),
    body: `name,phone\n${teacher.user.name},${teacher.user.phone}\n`,
    headers: { 'content-type': 'text/csv' },
  }),
  'POST /api/admin/leaks': async () =>
    post('/api/admin/leaks', administrator, { texts: { en: 'A list was copied.' }, list: teacher.user._id }),
  'POST /api/admin/announcements': async () =>
    post('/api/admin/announcements', administrator, { texts: { en: 'The list closes on Friday.' } }),
  'POST /api/admin/undelivered/:id/retry': async () =>
    post(`/api/admin/undelivered/${await failedDelivery()}/retry`, administrator),
  'POST /api/admin/plans': async () => post('/api/admin/plans', administrator, { maxRing: 3 }),
  'POST /api/admin/agreements/:id/deadline': async () =>
    post(`/api/admin/agreements/${await agreed(test, await pair())}/deadline`, administrator, {
      deadline: '2026-07-31',
      ...reason,
    }),
  'POST /api/admin/agreements/:id/end': async () =>
    post(`/api/admin/agreements/${await agreed(test, await pair())}/end`, administrator, {
      scope: 'combination',
      ...reason,
    }),
  'POST /api/admin/agreements/:id/order': async () =>
    post(`/api/admin/agreements/${await agreed(test, await pair())}/order`, administrator, {
      number: 'EST/1',
      date: '2026-06-15',
      ...reason,
    }),
  'POST /api/admin/agreements/:id/joining': async () => {
    const members = await pair();
    const body = { member: members[0].teacher.user._id, date: '2026-06-15', accept: true, ...reason };
    return post(`/api/admin/agreements/${await agreed(test, members)}/joining`, administrator, body);
  },
  'POST /api/admin/agreements/:id/scrutiny': async () => {
    const season = await openSeason();
    await test.database.db.updateTable('seasons').set({ scrutiny: true }).where('id', '=', season).execute();
    const members = await pair();
    const body = { user: members[0].teacher.user._id, result: 'passed', ...reason };
    return post(`/api/admin/agreements/${await agreed(test, members)}/scrutiny`, administrator, body);
  },
  'POST /api/admin/orders': async () => ({
    ...post('/api/admin/orders', administrator),
    body: `agreement,order number,date\n${await agreed(test, await pair())},EST/1,2026-06-15\n`,
    headers: { 'content-type': 'text/csv' },
  }),
  'POST /api/admin/orders/document': async () =>
    post('/api/admin/orders/document', administrator, {
      agreements: [await agreed(test, await pair())],
      ...{ number: 'EST/2', date: '2026-06-15', authority: 'The Director', language: 'en' },
    }),
  'POST /api/admin/joinings': async () => ({
    ...post('/api/admin/joinings', administrator),
    body: `agreement,seat,joining report\n${await agreed(test, await pair())},1,2026-06-15\n`,
    headers: { 'content-type': 'text/csv' },
  }),
  'POST /api/admin/rounds': async () => post('/api/admin/rounds', administrator, {}),
  'POST /api/admin/seasons': async () => post('/api/admin/seasons', administrator, laterSeason),
  'POST /api/admin/exclusions': async () => {
    await openSeason();
    const other = await registerTeacher(test);
    return post('/api/admin/exclusions', administrator, { user: other.user._id, ...reason });
  },
  'POST /api/admin/exclusions/import': async () => {
    await openSeason();
    const { user } = await registerTeacher(test);
    return {
      ...post('/api/admin/exclusions/import', administrator),
      body: `name,phone,reason\n${user.name},${user.phone},A proceeding\n`,
      headers: { 'content-type': 'text/csv' },
    };
  },
  'POST /api/admin/objections/:id/reply': async () => {
    const season_id = await openSeason();
    const members = await pair();
    const objection = {
      ...{ id: newId(), season_id, agreement_id: await proposed(test, members) },
      ...{ user_id: members[0].teacher.user._id, category: 'other' as const },
      ...{ created_at: test.clock.now, due_at: new Date(test.clock.now.getTime() + 1) },
    };
    await test.database.db.insertInto('objections').values(objection).execute();
    const reply = { result: 'accepted', text: 'The facts were wrong' };
    return post(`/api/admin/objections/${objection.id}/reply`, administrator, reply);
  },
  'POST /api/seasons/:id/consent': async () => post(`/api/seasons/${await openSeason()}/consent`, teacher),
  'POST /api/admin/rules': async () =>
    post('/api/admin/rules', administrator, {
      kind: 'largestGroup',
      value: 8,
      validFrom: '2030-01-01',
      source: 'Order of a later year',
      link: null,
    }),
  'POST /api/admin/rules/trials': async () =>
    post('/api/admin/rules/trials', administrator, { rules: { largestGroup: 8 } }),
  'POST /api/admin/reports/:id/decision': async () => {
    const other = await registerTeacher(test);
    await test.call(post('/api/reports', teacher, { user: other.user._id, reason: 'money' }));
    const { id } = await test.database.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
    const decision = { decision: 'dismissed', words: 'Nothing was found.' };
    return post(`/api/admin/reports/${id}/decision`, administrator, decision);
  },
};

const signedInPosts = () =>
  routes.filter(({ method, config }) => method === 'POST' && config.policy !== 'open');
const keyedPosts = () =>
  signedInPosts()
    .filter(({ config }) => config.idempotency === 'key')
    .map(({ url }) => `POST ${url}`);

/**
 * Returns every row except those that reads change too: counters, positions of sessions, contact views, and audit log entries about views.
 */
async function effects(): Promise<unknown> {
  await test.settled();
  const { access_log, sessions, rate_limits, contact_views, audit_log, ...tables } =
    await tableContents(test);
  const acted = (audit_log ?? '').split('\n').filter((row) => !row.includes('look.'));
  return { ...tables, acted };
}

describe('an Idempotency-Key', () => {
  it('is accepted by every signed-in POST except those that declare why they have none', () => {
    expect(keyedPosts().toSorted()).toEqual(Object.keys(goodPosts).toSorted());
    const others = signedInPosts()
      .filter(({ config }) => config.idempotency !== 'key')
      .map(({ url, config }) => `${url} ${config.idempotency}`);
    expect(others.toSorted()).toEqual([
      '/api/admin/administrators secret',
      '/api/admin/announcements/preview preview',
      '/api/admin/impersonate/:id secret',
      '/api/admin/leaks/preview preview',
      '/api/admin/payments/:id/refund provider',
      '/api/admin/payments/:id/settlement provider',
      '/api/auth/factors secret',
      '/api/auth/logout session',
      '/api/auth/phone-verification code',
      '/api/notices/email-link code',
      '/api/payment/create-order provider',
      '/api/payment/sandbox/pay provider',
      '/api/payment/verify provider',
    ]);
  });

  it.each(Object.keys(goodPosts))(
    '%s: a repetition answers like the first call and has no effect',
    async (route) => {
      const call = withKey(await (goodPosts[route]?.() as Promise<Call>), 'key-1');
      const first = await test.call(call);
      expect(first.statusCode, first.body).toBeLessThan(300);
      const hasAddress = routes.some(({ method, url }) => `${method} ${url}` === `GET ${route.slice(5)}/:id`);
      expect(first.headers.location !== undefined).toBe(hasAddress);
      const before = await effects();
      const second = await test.call(call);
      expect([second.statusCode, second.headers.location]).toEqual([
        first.statusCode,
        first.headers.location,
      ]);
      expect(shapeOf(second)).toEqual(shapeOf(first));
      expect(await effects()).toEqual(before);
      expect(second.headers.ratelimit).toMatch(/^"account";[^,]*$/);
      const other = await test.call({
        ...call,
        url: `${call.url}`,
        body: { ...(call.body as object), x: 1 },
      });
      expect([400, 409]).toContain(other.statusCode);
      expect(await effects()).toEqual(before);
    },
  );

  it('of another call is 409 idempotency_key_reused', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    expect((await test.call(call)).statusCode).toBe(201);
    const other = await test.call({ ...call, body: requestOf({ reason: 'Another reason.' }) });
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('belongs to its account', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    const first = await test.call(call);
    const stranger = await registerTeacher(test);
    const other = await test.call({ ...call, token: stranger.token });
    expect(other.statusCode).toBe(201);
    expect(other.json().data.request._id).not.toBe(first.json().data.request._id);
  });

  it('is 409 in_progress with Retry-After while the first call is running', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    const client = await test.database.pool.connect();
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [teacher.user._id]);
    const first = test.call(call);
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    const second = await test.call(call);
    expect([second.statusCode, second.json().code]).toEqual([409, 'in_progress']);
    expect(second.headers['retry-after']).toBe('1');
    await client.query('rollback');
    client.release();
    expect((await first).statusCode).toBe(201);
    expect((await test.call(call)).json().data.request._id).toBe((await first).json().data.request._id);
  });

  it('is 409 in_progress even if the first call holds the rest of the budget', async () => {
    await test.database.pool.query(
      "insert into rate_limits values ('posting:' || $1, 19, now() + interval '1 hour')",
      [teacher.user._id],
    );
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    const client = await test.database.pool.connect();
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [teacher.user._id]);
    const first = test.call(call);
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    const other = withKey(post('/api/requests', teacher, requestOf()), 'key-2');
    expect((await test.call(other)).json().code).toBe('posting_limit');
    expect((await test.call(call)).json().code).toBe('in_progress');
    await client.query('rollback');
    client.release();
    expect((await first).statusCode).toBe(201);
    expect((await test.call(call)).statusCode).toBe(201);
  });

  it('that was stored under another secret is unknown', async () => {
    const { request } = await postRequest(test, teacher);
    const call = withKey(post(`/api/requests/${request._id}/renewal`, teacher), 'key-1');
    expect((await test.call(call)).statusCode).toBe(200);
    const other = await joinTestApp(test, {
      keyedHash: createKeyedHash('another secret that is long enough'),
    });
    const again = await other.call(call);
    expect([again.statusCode, (await other.call(call)).statusCode]).toEqual([200, 200]);
    const different = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    expect((await other.call(different)).json().code).toBe('idempotency_key_reused');
    await other.close();
  });

  it('has one effect if the same call comes eight times at once', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    const answers = await Promise.all(Array.from({ length: 8 }, () => test.call(call)));
    for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode);
    expect((await test.call(call)).statusCode).toBe(201);
    const rows = await test.database.db.selectFrom('requests').select('id').execute();
    expect(rows).toHaveLength(1);
  });

  it('of a refused call is not stored', async () => {
    const { request } = await postRequest(test, teacher);
    const call = withKey(post(`/api/requests/${request._id}/renewal`, teacher), 'key-1');
    const status = {
      method: 'PATCH',
      url: `/api/requests/${request._id}/status`,
      token: teacher.token,
    } as const;
    await test.call({ ...status, body: { status: 'withdrawn' } });
    expect((await test.call(call)).statusCode).toBe(409);
    await test.call({ ...status, body: { status: 'active' } });
    expect((await test.call(call)).statusCode).toBe(200);
  });

  it('answers 404 if the row that the first call created is gone', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    const { location } = (await test.call(call)).headers;
    await test.call({ method: 'DELETE', url: String(location), token: teacher.token });
    const again = await test.call(call);
    expect([again.statusCode, again.json().code]).toEqual([404, 'not_found']);
    expect(again.headers.location).toBeUndefined();
  });

  it('answers with the current state, not with the first answer', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    const { location } = (await test.call(call)).headers;
    const body = { reason: 'Another reason.' };
    await test.call({ method: 'PATCH', url: String(location), body, token: teacher.token });
    expect((await test.call(call)).json().data.request.reason).toBe('Another reason.');
  });

  it('has 1 to 64 visible ASCII characters', async () => {
    for (const key of ['', 'a b', 'é', 'a'.repeat(65)]) {
      const refused = await test.call(withKey(post('/api/requests', teacher, requestOf()), key));
      expect([refused.statusCode, refused.json().code], key).toEqual([400, 'validation_failed']);
      expect(Object.keys(refused.json().fields)).toEqual(['idempotency-key']);
    }
    const longest = withKey(post('/api/requests', teacher, requestOf()), '~'.repeat(64));
    expect((await test.call(longest)).statusCode).toBe(201);
  });

  it('is deleted after 8 days, and with its account', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf()), 'key-1');
    expect((await test.call(call)).statusCode).toBe(201);
    const count = async () =>
      (await test.database.db.selectFrom('idempotency_keys').select('key').execute()).length;
    const after = (days: number) => new Date(test.clock.now.getTime() + days * 86_400_000);
    await endRetention(test.database.db, after(7.9));
    expect(await count()).toBe(1);
    await endRetention(test.database.db, after(8.1));
    expect(await count()).toBe(0);
    const other = await registerTeacher(test);
    await test.call(withKey(post('/api/requests', other, requestOf()), 'key-2'));
    expect(await count()).toBe(1);
    const body = { password: other.password };
    await test.call({ method: 'DELETE', url: '/api/auth/account', body, token: other.token });
    expect(await count()).toBe(0);
  });

  it('is limited to 2,000 per account; the oldest is deleted', async () => {
    const { pool } = test.database;
    await pool.query(
      `insert into idempotency_keys select $1, 'old-' || number, '', 200, null, '{}', $2::timestamptz - number * interval '1 second'
      from generate_series(1, $3) as number`,
      [teacher.user._id, test.clock.now, KEYS_AN_ACCOUNT],
    );
    const call = withKey(post('/api/requests', teacher, requestOf()), 'newest');
    expect((await test.call(call)).statusCode).toBe(201);
    const { rows } = await pool.query<{ key: string }>('select key from idempotency_keys');
    expect(rows).toHaveLength(KEYS_AN_ACCOUNT);
    const keys = rows.map(({ key }) => key);
    const isNew = (key: string) => !key.startsWith('old-');
    expect([keys.filter(isNew).length, keys.includes(`old-${KEYS_AN_ACCOUNT}`)]).toEqual([1, false]);
  });

  it('stores no text of the call', async () => {
    const call = withKey(post('/api/requests', teacher, requestOf({ reason: 'A private reason.' })), 'key-1');
    await test.call(call);
    const stored = await test.database.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain('private');
  });
});
