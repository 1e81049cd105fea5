import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { inject } from 'vitest';
import { followAll } from '../../src/agreements/deadlines.ts';
import { createPaperDesk } from '../../src/agreements/papers/paper-printer.ts';
import { buildApp } from '../../src/app.ts';
import type { App, Dependencies } from '../../src/dependencies.ts';
import { createBackground } from '../../src/http/connections.ts';
import { startBoss } from '../../src/jobs.ts';
import { followOffers, type LiveGraph } from '../../src/matching/graph/live-graph.ts';
import { createPlanner, type Planner } from '../../src/matching/plans/planner.ts';
import { createLinks } from '../../src/notices/signed-links.ts';
import { loadPages, type Pages } from '../../src/pages/serve-pages.ts';
import { createSandbox } from '../../src/payments/providers/sandbox.ts';
import { projectFolder, readConfig } from '../../src/platform/config.ts';
import { connect, type OpenDatabase, onSocket } from '../../src/platform/database/open-database.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createKeyedHash } from '../../src/platform/keyed-hash.ts';
import { unlimited } from '../../src/platform/limits.ts';
import { PaidMessages } from '../../src/platform/paid-messages.ts';
import { headquarters, measureDistances } from '../../src/platform/places.ts';
import { takeSteps } from '../../src/platform/repeat-work.ts';
import { openRulebook } from '../../src/platform/rules.ts';
import { createTokens } from '../../src/platform/tokens.ts';
import { followSeasons } from '../../src/seasons/follow-seasons.ts';
import { createPasswords } from '../../src/sign-in/passwords.ts';
import { createProofs } from '../../src/sign-in/proof-of-work.ts';
import { sandboxSms } from '../../src/sign-in/sms.ts';
import type { AnswerOf } from './answers.ts';
import { TEMPLATE } from './processes/template-database.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Call of the API by a test. */
export interface Call<Verb extends Method = Method, Url extends string = string> {
  method?: Verb;
  url: Url;
  /** Untyped, because tests also send what the schema refuses. */
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  address?: string;
}

/** Parts of a response that tests read. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects, and fails where it errs.
export interface Answer<Success = any> {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
  /** Returns the answer of a call that succeeded, or one of the type that the test names, such as `Problem`. */
  json: { (): Success; <Body>(): Body };
}

/** Caller of the API: in this process, or over the network. */
export interface Caller {
  call: <const Url extends string, Verb extends Method = 'GET'>(
    call: Call<Verb, Url>,
  ) => Promise<Answer<AnswerOf<Verb, Url>>>;
}

/** App on its own database. Its clock advances by a millisecond per read, and can be set. */
export interface TestApp extends Caller {
  app: App;
  database: OpenDatabase;
  graph: LiveGraph;
  boss: PgBoss;
  planner: Planner;
  clock: { now: Date };
  call: <const Url extends string, Verb extends Method = 'GET'>(
    call: Call<Verb, Url>,
  ) => Promise<Omit<LightMyRequestResponse, 'json'> & Answer<AnswerOf<Verb, Url>>>;
  /** Resolves when all background work of earlier calls is done. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
}

export const TOKEN_SECRET = 'a secret for tests that is long enough';

/** Creates the links in messages of tests. */
export const testLinks = createLinks('https://product.example', TOKEN_SECRET);

/**
 * Cost of cheap password hashes, because tests register thousands of teachers. `passwords.test.ts` checks the cost that the product uses.
 */
export const CHEAP_HASHES = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };

const MOMENT = new Date('2026-06-15T06:30:00.000Z');

/** Other dependencies than usual, and how long a write may wait until the app shows it. */
interface Overrides extends Partial<Dependencies> {
  writeTimeoutMs?: number;
}

/** A write of a test waits until its app shows it, however slow the machine is. */
const WRITE_TIMEOUT_MS = 60_000;

export async function startTestApp(
  overrides: (database: OpenDatabase) => Overrides = () => ({}),
): Promise<TestApp> {
  const { database, drop } = await cloneDatabase();
  return appOn(database, { now: MOMENT }, drop, overrides(database));
}

/** Starts the product as `npm start` does, with the built pages, which `npm test` builds first. */
export async function startComposedApp(
  overrides: (database: OpenDatabase) => Overrides = () => ({}),
): Promise<TestApp> {
  const pages = await loadPages(projectFolder);
  const { database, drop } = await cloneDatabase();
  return appOn(database, { now: MOMENT }, drop, overrides(database), pages);
}

/** Starts another app on the database and clock of the first, like another server process. */
export function joinTestApp(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  overrides: Overrides = {},
): Promise<TestApp> {
  return appOn(database, clock, async () => {}, overrides);
}

/** A call of a test may wait for a connection, and a query may run, as long as a slow machine needs. */
const unhurried = { connectionTimeoutMillis: 60_000, query_timeout: 60_000, statement_timeout: 60_000 };

const testEnvironment = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  // All people of a test call from one IP address.
  CONTACTS_A_DAY_FROM_ADDRESS: '100000',
};
const PLANNING = { nightlyPlanSeconds: 60 };

async function appOn(
  database: OpenDatabase,
  clock: { now: Date },
  drop: () => Promise<void>,
  { writeTimeoutMs = WRITE_TIMEOUT_MS, ...overrides }: Overrides = {},
  pages?: Pages,
): Promise<TestApp> {
  const background = createBackground((error) => {
    if (!(error instanceof AppError)) throw error;
  });
  const graph = followOffers({
    connection: database.pool.options,
    now: () => clock.now,
    onError: () => {},
    writeTimeoutMs,
  });
  await graph.caughtUp();
  const now = () => tick(clock);
  const boss = await startBoss(database.pool, () => {}, { schedule: false, supervise: false });
  const planner = createPlanner({ ...database, boss, config: PLANNING, now, onError: () => {} });
  const dependencies: Dependencies = {
    config: { ...readConfig(testEnvironment), announceAfterMinutes: 0 },
    db: database.db,
    pool: database.pool,
    tokens: createTokens(TOKEN_SECRET),
    passwords: createPasswords(CHEAP_HASHES),
    proofs: createProofs(TOKEN_SECRET),
    keyedHash: createKeyedHash(TOKEN_SECRET),
    sms: sandboxSms,
    paidMessages: new PaidMessages(database.db, readConfig(testEnvironment), () => {}),
    mailer: undefined,
    channels: [],
    links: testLinks,
    limits: unlimited,
    rulebook: openRulebook(database.db, now),
    distanceBetween: measureDistances(headquarters),
    provider: createSandbox(database.db, 'a secret of the sandbox'),
    graph,
    isReady: (overrides.graph ?? graph).isReady,
    background: background.run,
    boss,
    planQueued: planner.work,
    paperDesk: createPaperDesk(),
    agreementsDue: () =>
      takeSteps([() => followSeasons(database.db, now()), () => followAll({ db: database.db, now })]),
    now,
    ...overrides,
  };
  const app = await buildApp(dependencies, pages);
  await app.ready();
  return {
    app,
    database,
    graph,
    boss,
    planner,
    clock,
    settled: async () => {
      await background.settled();
      await planner.settled();
    },
    call: callerOf(app),
    close: async () => {
      await app.close();
      await planner.stop();
      await boss.stop({ graceful: false });
      await background.settled();
      await graph.close();
      await drop();
    },
  };
}

function callerOf(app: App): TestApp['call'] {
  return ({ method = 'GET', url, body, token, headers = {}, address }) => {
    return app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(address === undefined ? {} : { remoteAddress: address }),
    });
  };
}

/** Creates a database for a test, by default a clone of the migrated template. */
export async function cloneDatabase(
  template = TEMPLATE,
): Promise<{ database: OpenDatabase; drop: () => Promise<void> }> {
  const address = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const cluster = connect({ ...onSocket(address, 'postgres'), ...unhurried, max: 1 });
  await cluster.pool.query(`create database ${name} template ${template}`);
  const database = connect({ ...onSocket(address, name), ...unhurried, max: 5 });
  const drop = async () => {
    await database.close();
    await cluster.pool.query(`drop database ${name} with (force)`);
    await cluster.close();
  };
  return { database, drop };
}

function tick(clock: { now: Date }): Date {
  clock.now = new Date(clock.now.getTime() + 1);
  return clock.now;
}
