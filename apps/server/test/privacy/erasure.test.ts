import { readFile, stat } from 'node:fs/promises';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { storePlan } from '../../src/matching/plans/store-plan.ts';
import { packRings, unpackRings } from '../../src/matching/plans/stored-rings.ts';
import { storeEvent } from '../../src/payments/webhook-events.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLimits } from '../../src/platform/limits.ts';
import { agreed, proposed } from '../testing/agreements.ts';
import {
  makeAdministrator,
  PASSWORD,
  postRequest,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../testing/factories.ts';
import type { Wisher } from '../testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'trace' });
  test = await startTestApp(({ db }) => ({
    config,
    limits: createLimits(db, config),
    log: { write: (line) => void lines.push(line) },
  }));
});
afterAll(() => test.close());

/** Every value that the person entered, each unique. */
const values = {
  name: 'Quixotina Zyxwvut',
  formerName: 'Quixotina Before',
  email: 'quixotina@zyxwvut.example',
  phone: '9731864205',
  schoolName: 'Xylophone Vidyalaya',
  reason: 'Wombats graze there',
  additionalInfo: 'Ask for the axolotl',
  message: 'May the aardvark swap?',
  roomMessage: 'The narwhal has signed',
  refusal: 'The capybara must stay',
  reportWords: 'The pangolin wanted money',
  upi: 'quixotina@upizyx',
};

/** Returns every row of every table of the product's schemas, by table. */
async function everyRow(): Promise<Map<string, string>> {
  const { rows: tables } = await test.database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await test.database.pool.query<{ content: string }>(
      `select coalesce(string_agg(one::text, chr(10)), '') as content from ${name} one`,
    );
    found.set(name, rows[0]?.content ?? '');
  }
  return found;
}

const tablesWith = (rows: ReadonlyMap<string, string>, text: string) =>
  [...rows].filter(([, content]) => content.toLowerCase().includes(text.toLowerCase())).map(([name]) => name);

async function live(person: TestTeacher, admin: TestTeacher): Promise<void> {
  const { token } = person;
  await test.call({ method: 'PUT', url: '/api/auth/profile', body: { name: values.name }, token });
  const { reason, additionalInfo } = values;
  const { request } = await postRequest(test, person, { reason, additionalInfo });
  const other = await registerTeacher(test, {
    district: 'Patna',
    postingBlock: 'Danapur',
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
  });
  const { request: wanted } = await postRequest(test, other, {
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
  });
  await test.settled();
  const body = { message: values.message };
  await test.call({ method: 'POST', url: `/api/alerts/${other.user._id}`, body, token });
  await test.call({ url: '/api/alerts', token: other.token });
  for (const { url, by } of [
    { url: `/api/admin/users?search=${values.phone}`, by: admin },
    { url: `/api/admin/matches?perfectSearch=${encodeURIComponent(values.name)}`, by: admin },
    { url: '/api/requests', by: admin },
    { url: `/api/requests?search=${encodeURIComponent(values.name)}`, by: other },
  ]) {
    expect((await test.call({ url, token: by.token })).body).toContain(values.name);
  }
  await agree({ teacher: person, requestId: request._id }, { teacher: other, requestId: wanted._id });
  for (const password of [PASSWORD, 'not this one']) {
    const login = { email: values.email, password, ...(await solveCaptcha(test)) };
    await test.call({ method: 'POST', url: '/api/auth/login', body: login });
  }
}

/**
 * Creates a proposal that the person leaves with a reason, an agreement with a message in it, and a block in each direction. The person's
 * data export contains all of them.
 */
async function agree(person: Wisher, other: Wisher): Promise<void> {
  const { token } = person.teacher;
  const left = await proposed(test, [person, other]);
  const leaving = { method: 'POST', url: `/api/agreements/${left}/leave`, token } as const;
  await test.call({ ...leaving, body: { reason: values.refusal } });
  const id = await agreed(test, [person, other]);
  const body = { message: values.roomMessage };
  await test.call({ method: 'POST', url: `/api/agreements/${id}/messages`, body, token });
  for (const [from, to] of [
    [person, other],
    [other, person],
  ] as const) {
    const url = `/api/blocks/${to.teacher.user._id}`;
    expect((await test.call({ method: 'PUT', url, token: from.teacher.token })).statusCode).toBe(200);
    const report = { user: to.teacher.user._id, reason: 'other', words: values.reportWords };
    const reporting = {
      method: 'POST',
      url: '/api/reports',
      body: report,
      token: from.teacher.token,
    } as const;
    expect((await test.call(reporting)).statusCode).toBe(201);
  }
  const copy = (await test.call({ url: '/api/auth/export', token })).json();
  expect(copy).toMatchObject({
    agreements: [
      { id: left, state: 'declined', answer: 'no' },
      { id, state: 'agreed', answer: 'yes', request_id: person.requestId },
    ],
    agreementMessages: [{ agreement_id: id, message: values.roomMessage }],
    placesAgreedTo: [{ to_block: 'danapur' }],
    contactViewed: expect.any(Array),
    blocks: [{ blocked_id: other.teacher.user._id }],
    reportsMade: [{ reported_id: other.teacher.user._id, words: values.reportWords }],
    reportsOfMe: [{ reason: 'other' }],
  });
  const steps = copy.agreementSteps.map(({ kind }: { kind: string }) => kind);
  expect(steps.toSorted()).toEqual(['leave', 'proposed', 'proposed', 'yes', 'yes']);
}

async function pay(person: TestTeacher): Promise<void> {
  const { db } = test.database;
  const order = {
    user_id: person.user._id,
    provider: 'razorpay' as const,
    amount_paise: 1_000,
    created_at: test.clock.now,
  };
  const id = '01900000-0000-7000-8000-0000000000aa';
  await db
    .insertInto('payment_orders')
    .values({ id, ...order, provider_order_id: 'order_1' })
    .execute();
  const entity = {
    id: 'pay_1',
    order_id: 'order_1',
    email: values.email,
    contact: `+91${values.phone}`,
    vpa: values.upi,
    notes: { name: values.name },
  };
  const event = { event: 'payment.captured', payload: { payment: { entity } } };
  const provider = { name: 'razorpay' } as Parameters<typeof storeEvent>[1]['provider'];
  await storeEvent(db, { id: 'event_1', provider, body: JSON.stringify(event) }, test.clock.now);
}

async function plan(userId: string, others: readonly string[]): Promise<string> {
  const { db } = test.database;
  const head = {
    id: newId(),
    maxRing: 2,
    survival: 1,
    requestedBy: others[0] ?? '',
    createdAt: test.clock.now,
  };
  const ring = (...ids: readonly string[]) => ({
    stratum: 'mathematics|6-8|',
    members: ids.map((one) => ({ userId: one, block: 'bodh-gaya' })),
  });
  const batches = packRings([ring(userId, others[0] ?? ''), ring(...others)]);
  const computed = { figures: {} as never, batches, reasons: {} };
  await db.transaction().execute((transaction) => storePlan(transaction, head, computed, test.clock.now));
  return head.id;
}

async function ringsOf(planId: string): Promise<string[][]> {
  const rows = await test.database.db
    .selectFrom('plan_rings')
    .selectAll()
    .where('plan_id', '=', planId)
    .execute();
  const rings = await Promise.all(rows.map((row) => unpackRings(row.rings)));
  return rings.flat().map(({ members }) => members.map(({ userId }) => userId));
}

it('an erased account leaves no value of the person in any table, log or plan', async () => {
  const admin = await makeAdministrator(test);
  const person = await registerTeacher(test, {
    name: values.formerName,
    email: values.email,
    phone: values.phone,
    schoolName: values.schoolName,
  });
  await live(person, admin);
  await pay(person);
  const id = person.user._id;
  const stranger = await registerTeacher(test, { subject: 'Music' });
  const others = [stranger.user._id, admin.user._id];
  const before = await plan(id, others);
  expect(await ringsOf(before)).toHaveLength(2);
  const rows = await everyRow();
  expect([...rows.keys()]).toContain('pgboss.job');
  for (const key of [
    'name',
    'email',
    'phone',
    'schoolName',
    'reason',
    'additionalInfo',
    'message',
    'roomMessage',
    'refusal',
    'formerName',
  ] as const) {
    expect(tablesWith(rows, values[key]).length, key).toBeGreaterThan(0);
  }

  const erased = await test.call({
    method: 'DELETE',
    url: '/api/auth/account',
    body: { password: PASSWORD },
    token: person.token,
  });
  expect(erased.statusCode).toBe(200);
  await test.settled();
  const left = await everyRow();
  for (const value of Object.values(values)) expect(tablesWith(left, value), value).toEqual([]);
  // Rows that must be retained contain only the id.
  expect(
    tablesWith(left, id).filter((name) => !/audit_log|access_log|rate_limits|offer_changes/.test(name)),
  ).toEqual([]);
  expect(await ringsOf(before)).toEqual([others]);
  // A plan that was being computed during the erasure does not contain the person either.
  expect(await ringsOf(await plan(id, others))).toEqual([others]);
  const databaseLog = (await readFile(`${inject('postgres').host}.log`, 'utf8')).toLowerCase();
  for (const value of Object.values(values)) {
    expect(databaseLog.includes(value.toLowerCase()), value).toBe(false);
    expect(
      lines.filter((line) => line.toLowerCase().includes(value.toLowerCase())),
      value,
    ).toEqual([]);
  }
});

it('the log of the embedded database quotes no value, and only its owner can read it', async () => {
  const log = `${inject('postgres').host}.log`;
  expect((await stat(log)).mode & 0o777).toBe(0o600);
  const twice = {
    id: '01900000-0000-7000-8000-0000000000bb',
    email: 'quoted@value.example',
    name: 'Quoted Value',
  };
  const insert = () =>
    test.database.db
      .insertInto('users')
      .values({ ...twice, role: 'admin', password_hash: '-', created_at: new Date() })
      .execute();
  await insert();
  await expect(insert()).rejects.toThrow(/users_/);
  expect(await readFile(log, 'utf8')).not.toContain('uoted');
});
