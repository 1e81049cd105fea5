import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ADMINISTRATOR_EMAIL, addDemoAdministrator } from '../apps/server/src/demo/demo-world.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/database/open-database.ts';
import { createPasswords } from '../apps/server/src/sign-in/passwords.ts';
import { PASSWORD } from '../apps/server/test/testing/factories.ts';
import { type ServerProcess, startServer } from '../apps/server/test/testing/processes/server-process.ts';
import { signInWithFactor } from '../apps/server/test/testing/second-factor.ts';
import { type Mailbox, startMailbox } from '../apps/server/test/testing/services/mailbox.ts';
import { emailOf, live, look, noteTimes, nothingObserved, type Observed, Phone } from './first-day/phone.ts';
import { type Figures, figuresOf } from './measure.ts';
import { columnsOf, milliseconds, publish, table, whole } from './report.ts';
import { until } from './until.ts';

/**
 * `npm run bench:first-day`: a first day in some minutes, and a bad one. Half of the people are behind one address. They read, register, post
 * and wait on two processes with one database and all limits, while an administrator signs in with a second factor and announces. Then one
 * process is killed under load, and a list of all accounts leaks. `--people` and `--minutes` in which they come; the whole day is
 * `--people 4000 --minutes 25`.
 */
const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '400' },
    minutes: { type: 'string', default: '2.5' },
    write: { type: 'boolean', default: false },
  },
});
const PEOPLE = Number(options.people);
const ARRIVAL_MS = (Number(options.minutes) * 60_000) / PEOPLE;
const SHARED_ADDRESS = '203.0.113.7';
const WAITING = { rounds: 3, roundMs: 30_000 };
/** People before the day, one a second: the first ones, which compile the servers, do not count. */
const WARMING = 20;
const QUIET = 60;
const QUIET_WAITING = { rounds: 3, roundMs: 1_000 };
/** The bad day: people who go on while a process is killed after some seconds. */
const WORKING = 200;
const WORKING_MS = 20_000;
const KILLED_AFTER_MS = 5_000;
const MOST_POSTS = 3;
const secret = 'a secret that both servers of the first day know: 7 mangoes';

const cleanup = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.disposeAsync().finally(() => process.exit(130)));
}
const phones: Phone[] = [];
const servers: ServerProcess[] = [];
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await cleanup.disposeAsync();
}

/** @returns true if no one was refused, nothing was lost or half-written, and all were told of the leak. */
async function run(): Promise<boolean> {
  const { database, mailbox } = await start();
  await come(WARMING, 1_000, QUIET_WAITING);
  const quiet = observedBy(await come(QUIET, 1_000, QUIET_WAITING));
  console.error(`Quiet: ${cellsOf(quiet).join(', ')}`);
  const [people, announced] = await Promise.all([
    come(PEOPLE, ARRIVAL_MS, WAITING, (number) => (number % 2 === 0 ? SHARED_ADDRESS : ownAddress(number))),
    pause((PEOPLE * ARRIVAL_MS) / 2).then(() => announce(database)),
  ]);
  const day = observedBy(people);
  console.error(`Day: ${cellsOf(day).join(', ')}; ${refusalsOf(day)}`);
  const proofs = people.map((phone) => phone.proofs);
  const killed = await killOne(people);
  const damage = await findDamage(database);
  const told = await leak(database, mailbox, announced.token);
  await publish(
    'first-day',
    reportOf({ quiet, day, proofs, announced, killed, damage, told }),
    options.write,
  );
  const isEach = told.mails === phones.length && announced.sent >= announced.teachers;
  return refusalsOf(day) + refusalsOf(killed) === '' && killed.lost === 0 && damage === 0 && isEach;
}

async function start() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mutual-transfer-first-day-'));
  cleanup.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const mailbox = await startMailbox();
  cleanup.defer(mailbox.close);
  const embedded = { databaseUrl: undefined, dataFolder, databasePoolSize: 2, databasePrepare: true };
  const database = await openDatabase(embedded);
  cleanup.defer(database.close);
  const settings = settingsOf(database, mailbox);
  servers.push(await startServer(settings), await startServer(settings));
  cleanup.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  await addDemoAdministrator(database, await createPasswords().hash(PASSWORD), new Date());
  return { database, mailbox };
}

function settingsOf({ pool }: OpenDatabase, { port: mailPort }: Mailbox) {
  const { host = '', port, user, database: name } = pool.options;
  const reach = new URLSearchParams({ host, port: String(port), user: String(user) });
  return {
    DATABASE_URL: `postgresql:///${name}?${reach}`,
    TOKEN_SECRET: secret,
    RATE_LIMIT: 'on',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'error',
    NIGHTLY_PLAN_SECONDS: '0',
    PUBLIC_URL: 'https://transfer.example.org',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'notices@transfer.example.org',
    // What the product can, whatever a provider allows.
    MAIL_PER_SECOND: '1000',
  };
}

function ownAddress(number: number): string {
  return `100.64.${number >> 8}.${number & 255}`;
}

function newPhone(address: string): Phone {
  const bases = servers.map(({ base }) => base);
  const phone = new Phone(phones.length, { address, bases, secret });
  phones.push(phone);
  return phone;
}

/** Lets people come one after the other. Resolves when the last one has waited. */
async function come(
  count: number,
  everyMs: number,
  waiting: Parameters<typeof live>[1],
  addressOf = ownAddress,
): Promise<Phone[]> {
  const began = performance.now();
  const lives: Promise<Phone>[] = [];
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, began + index * everyMs - performance.now()));
    const phone = newPhone(addressOf(phones.length));
    // A call that no process answers is counted, and ends the visit.
    lives.push(
      live(phone, waiting).then(
        () => phone,
        () => phone,
      ),
    );
  }
  return Promise.all(lives);
}

function observedBy(of: readonly Phone[]): Observed {
  const all = nothingObserved();
  for (const { observed: one } of of) {
    for (const [place, taken] of one.times) noteTimes(all, place, taken);
    all.repeated += one.repeated;
    all.lost += one.lost;
    for (const [refusal, count] of one.refusals)
      all.refusals.set(refusal, (all.refusals.get(refusal) ?? 0) + count);
  }
  return all;
}

/** Signs the administrator in with a second factor, and announces to all teachers. Resolves when each has a notice. */
async function announce({ pool }: OpenDatabase) {
  const office = new Phone(0, { address: SHARED_ADDRESS, bases: servers.map(({ base }) => base), secret });
  const began = performance.now();
  const token = await signInWithFactor(office, { email: ADMINISTRATOR_EMAIL, password: PASSWORD });
  const signedIn = performance.now();
  const count = async (from: string) =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from ${from}`)).rows[0]?.count ?? 0;
  const teachers = await count("users where role = 'teacher'");
  const texts = { en: 'The first season opens on Monday.', hi: 'पहला सत्र सोमवार को खुलता है।' };
  const announcing = { method: 'POST', url: '/api/admin/announcements', body: { texts }, token } as const;
  const answer = await office.call(announcing);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  await until(async () => (await count('announcements where sent_at is not null')) > 0);
  const sent = await count("alerts where kind = 'announcement'");
  return { token, teachers, sent, signInMs: signedIn - began, announceMs: performance.now() - signedIn };
}

/** Lets some of the people read and post, and kills one of the processes meanwhile. */
async function killOne(people: readonly Phone[]): Promise<Observed> {
  const working = people.filter(({ token }) => token !== undefined).slice(-WORKING);
  for (const phone of working) phone.observed = nothingObserved();
  const until = performance.now() + WORKING_MS;
  const work = async (phone: Phone) => {
    await pause((phone.number % 50) * 40);
    for (let which = 1; performance.now() < until; which += 1) {
      if (which <= MOST_POSTS) await phone.post(which);
      await look(phone);
      await pause(2_000);
    }
  };
  await Promise.all([
    ...working.map((phone) => work(phone).catch(() => {})),
    pause(KILLED_AFTER_MS).then(() => servers[1]?.stop('SIGKILL')),
  ]);
  return observedBy(working);
}

/** Returns the number of acknowledged requests that are lost or doubled, and of accounts and requests that are half-written. */
async function findDamage({ pool }: OpenDatabase): Promise<number> {
  const posted = phones.flatMap((phone) => phone.posted);
  const { rows } = await pool.query<{ damage: number }>(
    `select cardinality($1::uuid[]) - (select count(*) from requests where id = any($1))
      + (select count(*) from (select from requests group by user_id, desired_block having count(*) > 1) as doubled)
      + (select count(*) from requests where listed and not exists (select from offers where request_id = requests.id))
      + (select count(*) from users where role = 'teacher' and not exists (select from notice_consents where user_id = users.id))
      + (select count(*) from users where role = 'teacher' and not exists (select from offers where user_id = users.id)) as damage`,
    [posted],
  );
  return Number(rows[0]?.damage);
}

/** Tells all accounts of a leak, by the process that is left. Resolves when every mailbox has the notice. */
async function leak({ pool }: OpenDatabase, mailbox: Mailbox, token: string) {
  await pool.query("update users set email_confirmed_at = now() where role = 'teacher'");
  const began = performance.now();
  const texts = { en: 'A list of all accounts was copied.', hi: 'सब खातों की एक सूची की नक़ल हुई।' };
  const list = phones.map(({ number }) => emailOf(number)).join('\n');
  const [left] = servers;
  const answer = await left?.call({ method: 'POST', url: '/api/admin/leaks', body: { texts, list }, token });
  if (answer?.statusCode !== 201) throw new Error(answer?.body);
  await until(async () => {
    const { rows } = await pool.query('select from leak_recipients where told_at is null limit 1');
    return rows.length === 0;
  });
  const toldMs = performance.now() - began;
  const waiting = "deliveries join alerts on alerts.id = alert_id where kind = 'leak' and state = 'waiting'";
  await until(async () => {
    const { rows } = await pool.query(
      `select from alerts where kind = 'leak' and not is_routed union all select from ${waiting} limit 1`,
    );
    return rows.length === 0;
  });
  const reached = mailbox.mails
    .filter(({ text }) => text?.includes(texts.en))
    .flatMap(({ recipients }) => recipients);
  return { toldMs, mails: new Set(reached).size, mailedMs: performance.now() - began };
}

function refusalsOf({ refusals }: Observed): string {
  return [...refusals].map(([refusal, count]) => `${refusal}: ${count}`).join('; ');
}

function readsOf({ times }: Observed): number[] {
  return [...times].flatMap(([place, taken]) => (place.startsWith('GET') ? taken : []));
}

function writesOf({ times }: Observed): number[] {
  return [...times].flatMap(([place, taken]) => (place.startsWith('GET') ? [] : taken));
}

function cellsOf(one: Observed): string[] {
  return [readsOf(one), writesOf(one)].map((taken) => timesOf(percentiles(taken)));
}

function timesOf({ median, p99 }: Figures): string {
  return `${milliseconds(median)} / ${milliseconds(p99)}`;
}

function percentiles(taken: number[]): Figures {
  return figuresOf({ milliseconds: taken, seconds: 1, failed: 0 });
}

interface Results {
  quiet: Observed;
  day: Observed;
  proofs: readonly number[];
  announced: Awaited<ReturnType<typeof announce>>;
  killed: Observed;
  damage: number;
  told: Awaited<ReturnType<typeof leak>>;
}

function reportOf({ quiet, day, proofs, announced, killed, damage, told }: Results): string {
  const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`;
  const rowOf = (name: string, of: (one: Observed) => number[]) => {
    const [calm, busy] = [percentiles(of(quiet)), percentiles(of(day))];
    return [
      name,
      timesOf(calm),
      timesOf(busy),
      calm.answers === 0 ? '–' : (busy.p99 / calm.p99).toFixed(1),
      whole(of(day).length),
    ];
  };
  const places = [...day.times.keys()].map((place) => rowOf(place, ({ times }) => times.get(place) ?? []));
  const columns = columnsOf('', ['quiet, ms', 'first day, ms', 'ratio of the 99th percentiles', 'calls']);
  const most = proofs.reduce((one, other) => Math.max(one, other), 0);
  return [
    `${whole(PEOPLE)} people come within ${options.minutes} min, half of them behind one address, and wait a minute and a half; two processes, ${availableParallelism()} cores for them, PostgreSQL and the phones. Quiet: one person a second. Median / 99th percentile.`,
    table(columns, [rowOf('reads', readsOf), rowOf('writes', writesOf), ...places]),
    `- Refused: ${refusalsOf(day) || 'no one'}. Proofs of work: ${whole(proofs.filter((asked) => asked > 0).length)} people, at most ${most} each.`,
    `- The administrator signed in with the second factor in ${seconds(announced.signInMs)}, and all ${whole(announced.teachers)} teachers of that moment had the announcement ${seconds(announced.announceMs)} later.`,
    `- One process killed (-9) under the calls of ${Math.min(WORKING, PEOPLE)} people: ${killed.repeated} calls sent again and answered by the other one, ${killed.lost} lost; refused: ${refusalsOf(killed) || 'no one'}. Rows lost, doubled or half-written: ${damage}.`,
    `- After the leak of a list of all ${whole(phones.length)} accounts each had its notice in ${seconds(told.toldMs)}, and ${whole(told.mails)} mailboxes had the mail in ${seconds(told.mailedMs)}.`,
  ].join('\n\n');
}
