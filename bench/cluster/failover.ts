import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../apps/server/src/database/open-database.ts';
import { startMailbox } from '../../apps/server/test/testing/mailbox.ts';
import { startNginx } from '../../apps/server/test/testing/nginx.ts';
import { type RazorpayDouble, startRazorpayDouble } from '../../apps/server/test/testing/razorpay-double.ts';
import { callerOf, stopServers } from '../../apps/server/test/testing/server-process.ts';
import { findProgram } from '../../scripts/programs.mjs';
import { columnsOf, table, whole } from '../report/table.ts';
import { until } from '../servers/until.ts';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import { countTwice, type Pair, payAndWrite, postBoth, registerPair, requireFee } from './once-only.ts';
import { type Answers, addTo, noAnswers, persist } from './persist.ts';
import { fillWithDemo, type Product, startProduct } from './product.ts';
import { registerWriters, type Writers } from './writers.ts';

/** Load before an event, in milliseconds. */
const BEFORE_MS = 5_000;
/** Writes must go on within it. */
const LONGEST_PAUSE_S = 30;
/** Maximum age of an index that follows changes, in seconds. */
const NEW_INDEX_S = 2;
const READER_PAUSE_MS = 50;
const READERS = 8;
const PAIRS_A_PHASE = 12;
/** Subjects that few teachers of the demo world teach, one for each event, so that a pair posted after it finds only each other first. */
const rareSubjects = ['Philosophy', 'Fine Arts', 'Music'];

interface Outcome {
  readonly name: string;
  /** Longest time without an acknowledged write. */
  readonly pauseSeconds: number;
  readonly writes: number;
  readonly answers: Answers;
  /** Time until both servers showed a match that was posted after the event. */
  readonly foundSeconds: number;
}

/** Everything that one run works with. */
interface Stage {
  readonly cluster: DatabaseCluster;
  readonly products: readonly Product[];
  readonly base: string;
  readonly writers: Writers;
  readonly double: RazorpayDouble;
  readonly pairs: Pair[];
  /** Teachers who post after each event. */
  readonly late: readonly Pair[];
}

interface Event {
  readonly name: string;
  readonly seconds: number;
  readonly happen: (cluster: DatabaseCluster) => Promise<void>;
}

const events: readonly Event[] = [
  {
    name: 'the primary’s machine killed (-9): PostgreSQL, Patroni, etcd',
    seconds: 45,
    happen: ({ killPrimary }) => killPrimary(true),
  },
  {
    name: 'PostgreSQL of the primary killed (-9)',
    seconds: 35,
    happen: ({ killPrimary }) => killPrimary(false),
  },
  { name: 'a planned switch', seconds: 25, happen: ({ switchOver }) => switchOver() },
];

/** Runs load on two servers with a database cluster of three, and removes its primary in three ways. */
export async function runFailover(
  options: { teachers: number; writers: number },
  cleanup: AsyncDisposableStack,
): Promise<{ tables: string; isRight: boolean }> {
  const cluster = await startDatabaseCluster();
  cleanup.defer(cluster.close);
  const [mailbox, double] = [await startMailbox(), await startRazorpayDouble()];
  cleanup.defer(mailbox.close);
  cleanup.defer(double.close);
  const [url = ''] = cluster.urls;
  await fillWithDemo(url, options.teachers);
  cleanup.defer(stopServers);
  const more = {
    ...double.environment,
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: 'transfer@example.in',
    PUBLIC_URL: 'https://transfer.example.in',
  };
  const products = await Promise.all(cluster.urls.map((each) => startProduct(each, '', more)));
  const nginx = await startNginx(
    findProgram('nginx'),
    products.map(({ server }) => server.base),
  );
  cleanup.defer(nginx.stop);
  const { pool, close } = connect({ connectionString: url, max: 2 });
  cleanup.defer(close);
  const stage = await prepare(nginx.base, { cluster, products, double }, options.writers);
  await requireFee(pool, stage.pairs);
  const outcomes: Outcome[] = [];
  for (const [which, event] of events.entries()) {
    outcomes.push(await suffer(stage, event, which));
    console.info(tableOf(outcomes.slice(-1)).split('\n').at(-1));
    await cluster.startKilled();
  }
  const { acknowledged, lost, twice } = await stage.writers.countLost({ pool });
  const counted = await countTwice(pool, { ...stage, mailbox });
  const rows = counted.map(({ what, all, wrong }) => [what, whole(all), whole(wrong)]);
  const tables = [
    tableOf(outcomes),
    table(columnsOf('done once', ['counted', 'wrong']), [
      ['acknowledged writes of requests: in the database', whole(acknowledged), whole(lost)],
      ['requests: none posted twice', whole(acknowledged), whole(twice)],
      ...rows,
    ]),
  ].join('\n\n');
  const isRight =
    acknowledged > 0 &&
    lost + twice === 0 &&
    counted.every(({ wrong }) => wrong === 0) &&
    outcomes.every(isGood);
  return { tables, isRight };
}

function isGood({ pauseSeconds, answers }: Outcome): boolean {
  return pauseSeconds <= LONGEST_PAUSE_S && answers.signedOut === 0;
}

async function prepare(
  base: string,
  started: Pick<Stage, 'cluster' | 'products' | 'double'>,
  writerCount: number,
): Promise<Stage> {
  const writers = await registerWriters(base, writerCount);
  const pairs: Pair[] = [];
  for (let count = 0; count < PAIRS_A_PHASE * events.length; count += 1) {
    const pair = await registerPair(base, 'Geography');
    await postBoth(base, pair);
    pairs.push(pair);
  }
  const late: Pair[] = [];
  for (const subject of rareSubjects) late.push(await registerPair(base, subject));
  return { ...started, base, writers, pairs, late };
}

/** Runs the load, removes the primary, and looks for a match that is posted when the load is over. */
async function suffer(stage: Stage, { name, seconds, happen }: Event, which: number): Promise<Outcome> {
  const { base, cluster, writers, pairs } = stage;
  const before = { ...writers.answers };
  const answers = noAnswers();
  const from = Date.now();
  const end = from + seconds * 1_000;
  const payers = pairs.slice(which * PAIRS_A_PHASE, (which + 1) * PAIRS_A_PHASE);
  await Promise.all([
    writers.writeUntil(base, end),
    ...Array.from({ length: READERS }, (_, reader) => readUntil(stage, reader, end, answers)),
    payInTurn(stage, payers, { from, end }, answers),
    pause(BEFORE_MS).then(() => happen(cluster)),
  ]);
  const times = writers.acknowledgedAt.filter((at) => at >= from);
  const foundSeconds = await findAtAll(stage, which);
  addTo(answers, writers.answers);
  return {
    name,
    pauseSeconds: longestPause([from, ...times, end]),
    writes: times.length,
    answers: difference(answers, before),
    foundSeconds,
  };
}

/** Spreads the payments evenly over the time. */
async function payInTurn(
  { base, double }: Stage,
  payers: readonly Pair[],
  { from, end }: { from: number; end: number },
  answers: Answers,
): Promise<void> {
  const each = async (pair: Pair, which: number) => {
    await pause(Math.max(0, from + (which * (end - from)) / payers.length - Date.now()));
    await payAndWrite(base, pair, double, answers);
  };
  await Promise.all(payers.map(each));
}

async function readUntil(
  { base, writers }: Stage,
  reader: number,
  end: number,
  answers: Answers,
): Promise<void> {
  const call =
    reader % 2 === 0
      ? { url: '/api/requests/public?limit=20' }
      : { url: '/api/requests?limit=20', token: writers.readerToken };
  while (Date.now() < end) {
    await persist(base, call, answers);
    await pause(READER_PAUSE_MS);
  }
}

/** Posts two requests that match. @returns the seconds until both servers show the match and have a current index. */
async function findAtAll({ base, products, late }: Stage, which: number): Promise<number> {
  const pair = late[which];
  if (pair === undefined) throw new Error('Each event needs a pair of teachers.');
  const id = await postBoth(base, pair);
  const posted = performance.now();
  const { token } = pair.payer;
  for (const { server, figures } of products) {
    await until(async () => {
      const answer = await server.call({ url: `/api/requests/${id}/matches?limit=10`, token });
      return answer.body.includes(pair.recipient.user._id) && (await ageOfIndex(figures)) < NEW_INDEX_S;
    });
  }
  return (performance.now() - posted) / 1_000;
}

async function ageOfIndex(figures: string): Promise<number> {
  const { body } = await callerOf(figures).call({ url: '/api/metrics' });
  return Number(/^offer_graph_age_seconds (\S+)/m.exec(body)?.[1]);
}

function longestPause(times: readonly number[]): number {
  const pauses = times.slice(1).map((time, which) => time - (times[which] ?? time));
  return Math.max(0, ...pauses) / 1_000;
}

function difference(after: Answers, before: Answers): Answers {
  return {
    answered: after.answered - before.answered,
    later: after.later - before.later,
    signedOut: after.signedOut - before.signedOut,
    failed: after.failed - before.failed,
  };
}

const figures = [
  'longest s without a write',
  'writes',
  'answers',
  '503 with a time',
  'other errors',
  'signed out',
  's until both servers show a new match',
];

function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, pauseSeconds, writes, answers, foundSeconds }) => [
    name,
    pauseSeconds.toFixed(1),
    ...[writes, answers.answered, answers.later, answers.failed, answers.signedOut].map(whole),
    foundSeconds.toFixed(1),
  ]);
  return table(columnsOf('event under load', figures), rows);
}
