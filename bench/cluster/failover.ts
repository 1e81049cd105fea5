import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../apps/server/src/database/open-database.ts';
import { startRazorpayDouble } from '../../apps/server/test/testing/services/razorpay-double.ts';
import { columnsOf, table, whole } from '../report/table.ts';
import { until } from '../servers/until.ts';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import {
  type Counted,
  countTwice,
  type Pair,
  payAndWrite,
  postBoth,
  registerPair,
  requireFee,
} from './once-only.ts';
import type { Traffic } from './persist.ts';
import { measurePhase, type Phase, tableOf } from './phases.ts';
import { fillWithDemo, metricOf, type Products, startProducts } from './product.ts';
import { countLost, registerCallers } from './writers.ts';

/** Maximum time in seconds until writes continue. */
const LONGEST_PAUSE_S = 30;
/** Maximum age of an index that follows changes, in seconds. */
const NEW_INDEX_S = 2;
const READERS = 8;
const READER_PAUSE_MS = 50;
const PAIRS_A_PHASE = 12;
const shown = [
  ...(['longest s without a write', 'writes', 'answers'] as const),
  ...(['503 with a time', 'other errors', 'signed out'] as const),
];

interface Event {
  readonly name: string;
  readonly seconds: number;
  /**
   * Subject of the pair that posts afterwards. Few demo teachers teach it, so each of the pair finds the other first.
   */
  readonly subject: string;
  readonly happen: (cluster: DatabaseCluster) => Promise<void>;
}

const events: readonly Event[] = [
  {
    name: 'the primary’s machine killed (-9): PostgreSQL, Patroni, etcd',
    seconds: 45,
    subject: 'Philosophy',
    happen: ({ killPrimary }) => killPrimary(true),
  },
  {
    name: 'PostgreSQL of the primary killed (-9)',
    seconds: 35,
    subject: 'Fine Arts',
    happen: ({ killPrimary }) => killPrimary(false),
  },
  { name: 'a planned switch', seconds: 25, subject: 'Music', happen: ({ switchOver }) => switchOver() },
];

/** Runs load on two servers with a database cluster of three, and removes its primary in three ways. */
export async function runFailover(
  options: { teachers: number; writers: number },
  cleanup: AsyncDisposableStack,
): Promise<{ tables: string; isRight: boolean }> {
  const database = await startDatabaseCluster();
  cleanup.defer(database.close);
  const double = await startRazorpayDouble();
  cleanup.defer(double.close);
  const [url = ''] = database.urls;
  await fillWithDemo(url, options.teachers);
  const settings = database.urls.map((each) => ({ ...double.environment, DATABASE_URL: each }));
  const cluster = await startProducts(settings);
  cleanup.defer(cluster.close);
  const { pool, close } = connect({ connectionString: url, max: 2 });
  cleanup.defer(close);
  const { base, products } = cluster;
  const callers = await registerCallers(base, options.writers);
  const load = { ...callers, cluster, readers: READERS, readerPauseMs: READER_PAUSE_MS };
  const prepared = await Array.fromAsync(events, (event) => prepare(base, event));
  const payers = prepared.flatMap(({ pairs }) => pairs);
  await requireFee(pool, payers);
  const phases: Phase[] = [];
  const found: number[] = [];
  for (const { event, pairs, late } of prepared) {
    const { name, seconds } = event;
    const beside = (traffic: Traffic) =>
      payInTurn(pairs, seconds, (pair) => payAndWrite(base, pair, double, traffic));
    phases.push(await measurePhase(load, { name, seconds, beside, event: () => event.happen(database) }));
    console.info(tableOf(phases.slice(-1), shown).split('\n').at(-1));
    found.push(await findAtAll(cluster, late));
    await database.startKilled();
  }
  const { acknowledged, lost, twice } = await countLost(pool, callers.writers);
  const counted: Counted[] = [
    { what: 'acknowledged writes of requests: in the database', all: acknowledged, wrong: lost },
    { what: 'requests: none posted twice', all: acknowledged, wrong: twice },
    ...(await countTwice(pool, payers, double, products)),
  ];
  const isRight =
    acknowledged > 0 &&
    counted.every(({ wrong }) => wrong === 0) &&
    phases.every(({ withoutWrite, attempts }) => withoutWrite <= LONGEST_PAUSE_S && attempts.signedOut === 0);
  return { tables: tablesOf(phases, found, counted), isRight };
}

/** Event with the teachers who pay during the event, and the pair that posts after it. */
interface Prepared {
  readonly event: Event;
  readonly pairs: readonly Pair[];
  readonly late: Pair;
}

async function prepare(base: string, event: Event): Promise<Prepared> {
  const pairs = await Array.fromAsync({ length: PAIRS_A_PHASE }, async () => {
    const pair = await registerPair(base, 'Geography');
    await postBoth(base, pair);
    return pair;
  });
  return { event, pairs, late: await registerPair(base, event.subject) };
}

/** Spreads the payments evenly over the time. */
async function payInTurn(pairs: readonly Pair[], seconds: number, pay: (pair: Pair) => Promise<void>) {
  const between = (seconds * 1_000) / pairs.length;
  await Promise.all(pairs.map((pair, which) => pause(which * between).then(() => pay(pair))));
}

/** Posts two requests that match. @returns the seconds until both servers show the match and have a current index. */
async function findAtAll({ base, products }: Products, pair: Pair): Promise<number> {
  const id = await postBoth(base, pair);
  const posted = performance.now();
  const { token } = pair.payer;
  for (const product of products) {
    await until(async () => {
      const answer = await product.server.call({ url: `/api/requests/${id}/matches?limit=10`, token });
      const isShown = answer.body.includes(pair.recipient.user._id);
      return isShown && (await metricOf(product, 'offer_graph_age_seconds ')) < NEW_INDEX_S;
    });
  }
  return (performance.now() - posted) / 1_000;
}

function tablesOf(phases: readonly Phase[], found: readonly number[], counted: readonly Counted[]): string {
  const both = table(
    columnsOf('after it', ['s until both servers show a new match']),
    phases.map(({ name }, which) => [name, found[which]?.toFixed(1) ?? '–']),
  );
  const once = table(
    columnsOf('done once', ['counted', 'wrong']),
    counted.map(({ what, all, wrong }) => [what, whole(all), whole(wrong)]),
  );
  return [tableOf(phases, shown), both, once].join('\n\n');
}
