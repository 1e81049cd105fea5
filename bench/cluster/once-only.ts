import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { postRequest, registerTeacher, type TestTeacher } from '../../apps/server/test/testing/factories.ts';
import { callerOf } from '../../apps/server/test/testing/processes/server-process.ts';
import type { RazorpayDouble } from '../../apps/server/test/testing/services/razorpay-double.ts';
import { persist, type Traffic } from './persist.ts';
import { metricOf, type Product } from './product.ts';

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

/** Requires a fee, and marks all teachers except the payers as having paid it. */
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
  traffic: Traffic,
): Promise<void> {
  const { token } = pair.payer;
  const post = async (url: string, body?: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body: text } = await persist(
      base,
      { method: 'POST', url, body, token, headers },
      traffic,
    );
    if (status === undefined || status >= 300) throw new Error(`${url}: ${status} ${text}`);
    // Body of the product's answer.
    return JSON.parse(text) as { orderId: string };
  };
  const { orderId } = await post('/api/payment/create-order');
  await post('/api/payment/verify', double.pay(orderId).checkout);
  await post(`/api/alerts/${pair.recipient.user._id}`, { message: 'Shall we talk about a swap this week?' });
  pair.isDone = true;
}

/** Number of operations that must have exactly one effect, and number of those with none or several. */
export interface Counted {
  readonly what: string;
  readonly all: number;
  readonly wrong: number;
}

/** Counts in the database, at the payment provider and in the servers' metrics. */
export async function countTwice(
  pool: pg.Pool,
  pairs: readonly Pair[],
  { orders }: RazorpayDouble,
  products: readonly Product[],
): Promise<Counted[]> {
  const payers = pairs.filter(({ isDone }) => isDone).map(({ payer }) => payer.user._id);
  const count = async (what: string, query: string, values: readonly unknown[] = []): Promise<Counted> => {
    const { rows } = await pool.query<{ all: number; wrong: number }>(query, [...values]);
    return { what, all: rows[0]?.all ?? 0, wrong: rows[0]?.wrong ?? 0 };
  };
  return [
    await count(
      'payments: each teacher has one, paid',
      `select count(*)::int as all, count(*) filter (where paid <> 1)::int as wrong from (
        select count(*) filter (where status = 'paid') as paid from unnest($1::uuid[]) as payer
        left join payment_orders on user_id = payer group by payer) as of_payers`,
      [payers],
    ),
    {
      what: 'orders at the payment provider: each receipt has one',
      all: orders.length,
      wrong: orders.length - new Set(orders.map(({ receipt }) => receipt)).size,
    },
    await count(
      'messages of teachers: each has one notice',
      `select count(*)::int as all, count(*) filter (where notices <> 1)::int as wrong from (
        select count(alerts.id) as notices from unnest($1::uuid[]) as payer
        left join alerts on from_user_id = payer and kind = 'message' group by payer) as of_payers`,
      [payers],
    ),
    await count(
      'notices of the product: none twice',
      `select coalesce(sum(count), 0)::int as all, coalesce(sum(count - 1), 0)::int as wrong from (
        select count(*) from alerts where kind <> 'message'
        group by to_user_id, kind, request_id, about_user_id, about_request_id, details) as notices`,
    ),
    await countRuns(pool, products),
  ];
}

/** Compares the runs that the servers counted with the jobs that were due. */
async function countRuns(pool: pg.Pool, products: readonly Product[]): Promise<Counted> {
  const { rows: jobs } = await pool.query<{ name: string; due: number }>(
    `select name, count(*)::int as due from pgboss.job
    where name in (select name from pgboss.schedule) and started_on is not null group by name`,
  );
  let [all, wrong] = [0, 0];
  for (const { name, due } of jobs) {
    const runs = await Promise.all(products.map((product) => metricOf(product, `jobs_total{job="${name}"`)));
    const ran = runs.reduce((sum, one) => sum + one, 0);
    all += ran;
    wrong += Math.max(0, ran - due);
  }
  return { what: 'runs of scheduled jobs: each due job has one', all, wrong };
}
