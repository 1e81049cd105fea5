import { type ExpiringKind, keptSince } from '@mutual-transfer/domain/retention';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { waitingForLocks } from '../../test/testing/locks.ts';
import { recordQueries } from '../../test/testing/noted-queries.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { deleteOldAudit } from '../people/audit.ts';
import { changeInBatches } from './database/rows.ts';
import { deleteExpired } from './retention.ts';

let test: TestApp;
let teacher: string;
let other: string;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  [teacher, other] = [(await registerTeacher(test)).user._id, (await registerTeacher(test)).user._id];
});

const NOW = new Date('2040-03-01T00:00:00Z');
const MINUTE = 60_000;

/** Moments a minute before and after the one since which rows of the kind are kept. */
function around(kind: ExpiringKind, minutes: number): Date {
  return new Date(keptSince(kind, NOW).getTime() + minutes * MINUTE);
}

async function run(text: string, values: unknown[]): Promise<void> {
  await test.database.pool.query(text, values);
}

const count = async (from: string): Promise<number> =>
  (await test.database.pool.query(`select from ${from}`)).rows.length;

const alert = (id: string, at: Date) =>
  run(
    "insert into alerts (id, to_user_id, kind, details, created_at) values ($1, $2, 'announcement', '{}', $3)",
    [id, teacher, at],
  );

/** Inserts an agreement without members that ended then. */
const agreement = async (id: string, state: string, at: Date) => {
  const agreed = state === 'completed' ? at : null;
  await run(
    `insert into agreements (id, state, source, size, subject, class_range, requests_key, created_at, deadline, agreed_at,
       submitted_at, ended_at, reason)
     values ($1, $2, 'round', 2, 'physics', '9-10', $1::uuid, $3::timestamptz - interval '1 day', $3, $4, $4, $3, $5)`,
    [id, state, at, agreed, agreed ? null : 'lapsed'],
  );
};

/** Inserts a season with a round, the consent of a teacher, an exclusion and a participation. */
const season = async (id: string, closed: Date) => {
  await run(
    `insert into seasons (id, name, order_name, opens_at, list_closes_at, closed_at, consent, created_at)
     values ($1, 'x', 'x', $2::timestamptz - interval '1 minute', $2, $2, 'before', $2)`,
    [id, closed],
  );
  await run('insert into season_consents (id, season_id, user_id, asked_at) values ($1, $1, $2, $3)', [
    id,
    teacher,
    closed,
  ]);
  await run('insert into season_exclusions values ($1, $2, $3, null, null, $4)', [id, teacher, 'x', closed]);
  await run(
    `insert into rounds (id, state, max_ring, hours, created_at, ends_at, ended_at, season_id)
     values ($1, 'finished', 2, 1, $2, $2, $2, $1)`,
    [id, closed],
  );
  await run('insert into round_teachers (round_id, user_id, district, subject) values ($1, $2, $3, $3)', [
    id,
    teacher,
    'x',
  ]);
};

const order = (id: string, at: Date, receipt: number | null = null) =>
  run(
    `insert into payment_orders (id, provider, amount_paise, status, payment_id, receipt_number, created_at, settled_at)
     values ($1, 'sandbox', 1000, $4, $1::uuid, $3, $2, $2)`,
    [id, at, receipt, receipt === null ? 'failed' : 'paid'],
  );

/** For each table with a period: inserts one row of that age. */
const rows: [kind: ExpiringKind, counted: string, insert: (id: string, at: Date) => Promise<void>][] = [
  [
    'momentary',
    'captchas',
    (id, at) => run('insert into captchas (token, answer, expires_at) values ($1, 1, $2)', [id, at]),
  ],
  ['momentary', 'rate_limits', (id, at) => run('insert into rate_limits values ($1, 1, $2)', [id, at])],
  [
    'repeats',
    'idempotency_keys',
    (id, at) =>
      run("insert into idempotency_keys values ($2, $1, 'x', 201, null, '[]', $3)", [id, teacher, at]),
  ],
  [
    'signIn',
    "sessions where created_at > '2039-01-01'",
    (id, at) =>
      run('insert into sessions (id, user_id, created_at, expires_at) values ($1, $2, $3, $3)', [
        id,
        teacher,
        at,
      ]),
  ],
  [
    'sent',
    'sent_sms',
    (id, at) =>
      run("insert into sent_sms (id, kind, sent_at, state_at) values ($1, 'code', $2, $2)", [id, at]),
  ],
  ['signIn', 'phone_codes', (id, at) => run("insert into phone_codes values ($1, 'x', 0, $2)", [id, at])],
  [
    'sent',
    'deliveries',
    async (id, at) => {
      await alert(id, NOW);
      await run(
        `insert into deliveries (id, alert_id, user_id, channel, state, due_at, ended_at)
         values ($1, $1, $2, 'email', 'sent', $3, $3)`,
        [id, teacher, at],
      );
    },
  ],
  [
    'sent',
    'plans',
    (id, at) =>
      run(
        "insert into plans (id, max_ring, survival, created_at, finished_at, figures) values ($1, 2, 1, $2, $2, '{}')",
        [id, at],
      ),
  ],
  [
    'sent',
    'rule_trials',
    (id, at) => run("insert into rule_trials values ($1, '[]', null, $2, $2, null)", [id, at]),
  ],
  ['messages', "alerts where created_at < '2039-01-01'", alert],
  [
    'messages',
    'held_messages',
    (id, at) => run("insert into held_messages values ($1, $2, $3, null, 'x', $4)", [id, teacher, other, at]),
  ],
  [
    'messages',
    'announcements',
    (id, at) =>
      run(
        `insert into announcements (id, texts, starts_at, ends_at, created_at)
         values ($1, '{}', $2::timestamptz - interval '1 day', $2, $2)`,
        [id, at],
      ),
  ],
  [
    'ended',
    "requests where status = 'withdrawn'",
    (id, at) =>
      run(
        `insert into requests (id, user_id, desired_district, subject, class_range, reason, additional_info, urgency,
           contact_preference, status, hide_name, hide_phone, hide_email, hide_school_name, created_at, expires_at)
         values ($1, $2, 'gaya', 'physics', '9-10', 'x', 'x', 'low', 'both', 'withdrawn', false, false, false, false, $3, $3)`,
        [id, teacher, at],
      ),
  ],
  ['ended', 'agreements where agreed_at is null', (id, at) => agreement(id, 'lapsed', at)],
  [
    'ended',
    'reports',
    (id, at) =>
      run(
        `insert into reports (id, reporter_id, reported_id, reason, created_at, decision, decision_words, decided_at)
         values ($1, $2, $3, 'spam', $4, 'dismissed', 'x', $4)`,
        [id, teacher, other, at],
      ),
  ],
  ['records', 'agreements where agreed_at is not null', (id, at) => agreement(id, 'completed', at)],
  ['records', 'season_consents', season],
  ['payments', 'payment_orders', (id, at) => order(id, at)],
  [
    'payments',
    'payment_events',
    (id, at) =>
      run("insert into payment_events values ($1, 'sandbox', '{}', $2, null, $2, 'done')", [id, at]),
  ],
  [
    'payments',
    'unexplained_payments',
    (id, at) =>
      run(
        `insert into unexplained_payments (id, provider, payment_id, amount_paise, currency, reason, found_at, settled_how, settled_at)
         values ($1, 'sandbox', $1::uuid, 100, 'INR', 'unknown', $2, 'outside', $2)`,
        [id, at],
      ),
  ],
];

it('rows of each kind are deleted when their period has ended, and not before', async () => {
  await order(newId(), NOW, 7);
  for (const [kind, , insert] of rows) {
    await insert(newId(), around(kind, -1));
    await insert(newId(), around(kind, 1));
  }
  await deleteExpired(test.database.db, NOW);
  const left: Record<string, number> = {};
  for (const [, counted] of rows) left[counted] = await count(counted);
  const expected = Object.fromEntries(rows.map(([, counted]) => [counted, 1]));
  // The latest receipt is kept beside the younger order.
  expect(left).toEqual({ ...expected, payment_orders: 2 });
  expect([await count('season_exclusions'), await count('round_teachers')]).toEqual([1, 1]);
});

it('an order is kept with its refund, and the latest receipt whatever its age', async () => {
  await run('delete from payment_orders', []);
  const [old, young] = [around('payments', -1), around('payments', 1)];
  const [first, refunded, unsettled, latest] = [newId(), newId(), newId(), newId()];
  for (const [index, id] of [first, refunded, unsettled, latest].entries()) await order(id, old, index + 1);
  const refund = `insert into payment_refunds (id, order_id, amount_paise, origin, state, asked_at, settled_at)
    values ($1, $1, 1000, 'administrator', $2, $3, $4)`;
  await run(refund, [refunded, 'processed', old, young]);
  await run(refund, [unsettled, 'pending', old, null]);
  await deleteExpired(test.database.db, NOW);
  const { rows: left } = await test.database.pool.query(
    'select id from payment_orders order by receipt_number',
  );
  expect(left).toEqual([refunded, unsettled, latest].map((id) => ({ id })));
});

it('a request that an agreement completed, and the consent of a silent member, stay as long as the agreement', async () => {
  const [done, old] = [newId(), around('records', -2)];
  await season(done, old);
  await run(
    `insert into requests (id, user_id, desired_district, subject, class_range, reason, additional_info, urgency, completed_at,
       contact_preference, status, hide_name, hide_phone, hide_email, hide_school_name, created_at, expires_at)
     values ($1, $2, 'gaya', 'physics', '9-10', 'x', 'x', 'low', $3, 'both', 'completed', false, false, false, false, $3, $3)`,
    [done, teacher, old],
  );
  await agreement(done, 'completed', around('records', 1));
  await run(
    `insert into agreement_members (agreement_id, position, state, user_id, request_id, from_block, to_block, consent_id)
     values ($1, 0, 'completed', $2, $1, 'x', 'x', $1)`,
    [done, teacher],
  );
  const left = async () => [
    await count(`requests where id = '${done}'`),
    await count(`season_consents where id = '${done}'`),
  ];
  await deleteExpired(test.database.db, NOW);
  expect(await left()).toEqual([1, 1]);
  const later = new Date(NOW.getTime() + 2 * MINUTE);
  // The agreement goes in the first run, and what it kept in the second.
  await deleteExpired(test.database.db, later);
  await deleteExpired(test.database.db, later);
  expect(await left()).toEqual([0, 0]);
});

it('audit entries are deleted by the command alone, and only when their period has ended', async () => {
  const { db, pool } = test.database;
  await run(
    "insert into audit_log select gen_random_uuid(), $1, null, null, 'old', null, '::1' from generate_series(1, 2500)",
    [around('audit', -1)],
  );
  await run("insert into audit_log values (gen_random_uuid(), $1, null, null, 'young', null, '::1')", [
    around('audit', 1),
  ]);
  await deleteExpired(db, NOW);
  expect(await count("audit_log where action in ('old', 'young')")).toBe(2501);
  expect(await deleteOldAudit(db, NOW)).toBeGreaterThanOrEqual(2500);
  expect(await count("audit_log where action in ('old', 'young')")).toBe(1);
  await expect(pool.query('delete from audit_log')).rejects.toThrow('only grows');
});

it('rows are deleted in batches, whatever their number', async () => {
  await run(
    "insert into captchas (token, answer, expires_at) select gen_random_uuid(), 1, '2020-01-01' from generate_series(1, 10001)",
    [],
  );
  const queries: string[] = [];
  const recorded = recordQueries(test, queries);
  await deleteExpired(recorded.db, NOW);
  await recorded.db.destroy();
  expect(queries.filter((query) => query.startsWith('delete from "captchas"'))).toHaveLength(2);
  expect(await count("captchas where expires_at < '2021-01-01'")).toBe(0);
});

it('a row that another transaction renews while the deletion waits for its lock is kept', async () => {
  const { db, pool } = test.database;
  const [old, later] = [new Date('2020-01-01'), new Date('2030-01-03')];
  const [renewed, expired] = [newId(), newId()];
  for (const token of [renewed, expired])
    await run('insert into captchas (token, answer, expires_at) values ($1, 1, $2)', [token, old]);
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('update captchas set expires_at = $1 where token = $2', [later, renewed]);
  const deleted = changeInBatches(db, { table: 'captchas', due: sql`expires_at < '2021-01-01'` });
  await expect.poll(() => waitingForLocks(test.database)).toBe(1);
  await holder.query('commit');
  holder.release();
  await deleted;
  const left = await db
    .selectFrom('captchas')
    .select('token')
    .where('token', 'in', [renewed, expired])
    .execute();
  expect(left).toEqual([{ token: renewed }]);
});
