import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { postRequest, registerTeacher, type TestTeacher } from '../../apps/server/test/testing/factories.ts';
import type { Mailbox } from '../../apps/server/test/testing/mailbox.ts';
import type { RazorpayDouble } from '../../apps/server/test/testing/razorpay-double.ts';
import { callerOf } from '../../apps/server/test/testing/server-process.ts';
import { type Answers, persist } from './persist.ts';
import type { Product } from './product.ts';

/** Teachers whose requests match. The first pays the fee and writes a message to the second. */
export interface Pair {
  readonly payer: TestTeacher;
  readonly recipient: TestTeacher;
  /** True after payment and message were acknowledged. */
  isDone: boolean;
}

const here = { district: 'Gaya', postingBlock: 'Bodh Gaya' };
const there = { district: 'Patna', postingBlock: 'Danapur' };
const asWish = ({ district, postingBlock }: typeof here) => ({
  desiredDistrict: district,
  desiredBlock: postingBlock,
});

/** Registers two teachers of a subject who want each other's place, without requests. */
export async function registerPair(base: string, subject: string): Promise<Pair> {
  const payer = await registerTeacher(callerOf(base), { ...here, ...asWish(there), subject });
  const recipient = await registerTeacher(callerOf(base), { ...there, ...asWish(here), subject });
  return { payer, recipient, isDone: false };
}

/**
 * Posts the requests of both.
 * @returns the id of the first one.
 */
export async function postBoth(base: string, { payer, recipient }: Pair): Promise<string> {
  const { subject } = payer.user;
  const { request } = await postRequest(callerOf(base), payer, { ...asWish(there), subject });
  await postRequest(callerOf(base), recipient, { ...asWish(here), subject });
  return request._id;
}

/** Requires a fee that all but the payers have paid. */
export async function requireFee(pool: pg.Pool, pairs: readonly Pair[]): Promise<void> {
  const payers = pairs.map(({ payer }) => payer.user._id);
  await pool.query('update users set paid_at = now(), paid_rupees = 10 where id <> all ($1::uuid[])', [
    payers,
  ]);
  await pool.query('update payment_settings set is_payment_required = true, payment_amount = 10');
}

/** Pays the fee and writes the message, and repeats each call until it is acknowledged. */
export async function payAndWrite(
  base: string,
  pair: Pair,
  double: RazorpayDouble,
  answers: Answers,
): Promise<void> {
  const { token } = pair.payer;
  const post = async (url: string, body?: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body: text } = await persist(
      base,
      { method: 'POST', url, body, token, headers },
      answers,
    );
    if (status === undefined || status >= 300) throw new Error(`${url}: ${status} ${text}`);
    return JSON.parse(text) as { orderId: string };
  };
  const { orderId } = await post('/api/payment/create-order');
  await post('/api/payment/verify', double.pay(orderId).checkout);
  await post(`/api/alerts/${pair.recipient.user._id}`, { message: 'Shall we talk about a swap this week?' });
  pair.isDone = true;
}

/** Number of payments, notices, mails and runs of jobs, and how many of them happened twice or not at all. */
interface Counted {
  readonly what: string;
  readonly all: number;
  readonly wrong: number;
}

/** Everything that must have happened once. */
interface Done {
  readonly pairs: readonly Pair[];
  readonly double: RazorpayDouble;
  readonly mailbox: Mailbox;
  readonly products: readonly Product[];
}

/** Counts in the database, at the payment provider, in the mailbox and in the servers' metrics. */
export async function countTwice(
  pool: pg.Pool,
  { pairs, double, mailbox, products }: Done,
): Promise<Counted[]> {
  const done = pairs.filter(({ isDone }) => isDone);
  const payers = done.map(({ payer }) => payer.user._id);
  const one = async (what: string, query: string, values: readonly unknown[] = []): Promise<Counted> => {
    const { rows } = await pool.query<{ all: number; wrong: number }>(query, [...values]);
    return { what, all: rows[0]?.all ?? 0, wrong: rows[0]?.wrong ?? 0 };
  };
  const mails = Map.groupBy(mailbox.mails, ({ messageId }) => messageId);
  return [
    await one(
      'payments of teachers: each teacher one, paid',
      `select count(*)::int as all, count(*) filter (where paid <> 1)::int as wrong from (
        select count(*) filter (where status = 'paid') as paid from unnest($1::uuid[]) as payer
        left join payment_orders on user_id = payer group by payer) as of_payers`,
      [payers],
    ),
    {
      what: 'orders at the payment provider: each receipt one',
      all: double.orders.length,
      wrong: double.orders.length - new Set(double.orders.map(({ receipt }) => receipt)).size,
    },
    await one(
      'messages of teachers: each one notice',
      `select count(*)::int as all, count(*) filter (where notices <> 1)::int as wrong from (
        select count(alerts.id) as notices from unnest($1::uuid[]) as payer
        left join alerts on from_user_id = payer and kind = 'message' group by payer) as of_payers`,
      [payers],
    ),
    await one(
      'notices of the product: none twice',
      `select coalesce(sum(count), 0)::int as all, coalesce(sum(count - 1), 0)::int as wrong from (
        select count(*) from alerts where kind <> 'message'
        group by to_user_id, kind, request_id, about_user_id, about_request_id, details) as notices`,
    ),
    {
      what: 'mails: each accepted once',
      all: mailbox.mails.length,
      wrong: mailbox.mails.length - mails.size,
    },
    await countRuns(pool, products),
  ];
}

/** Compares the runs that the servers counted with the jobs that were due. */
async function countRuns(pool: pg.Pool, products: readonly Product[]): Promise<Counted> {
  const { rows } = await pool.query<{ name: string; due: number }>(
    `select name, count(*)::int as due from pgboss.job
    where name in (select name from pgboss.schedule) and started_on is not null group by name`,
  );
  const metrics = await Promise.all(
    products.map(async ({ figures }) => (await callerOf(figures).call({ url: '/api/metrics' })).body),
  );
  const runsOf = (job: string) =>
    [...metrics.join('\n').matchAll(new RegExp(`^jobs_total\\{job="${job}"[^}]*\\} (\\d+)`, 'gm'))]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0);
  const runs = rows.map(({ name, due }) => ({ due, ran: runsOf(name) }));
  return {
    what: 'runs of scheduled jobs: each due job one',
    all: runs.reduce((sum, { ran }) => sum + ran, 0),
    wrong: runs.reduce((sum, { ran, due }) => sum + Math.max(0, ran - due), 0),
  };
}
