import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { createPaperDesk } from './agreements/papers/paper-printer.ts';
import { buildApp } from './app.ts';
import { developPages } from './commands/develop-pages.ts';
import { refuseDemoAccounts } from './demo/demo-accounts.ts';
import { type DemoLogin, fillEmptyDatabase } from './demo/fill-empty-database.ts';
import type { App } from './dependencies.ts';
import { createBackground } from './http/connections.ts';
import { type Jobs, startBoss, startJobs } from './jobs.ts';
import { followOffers, type LiveGraph } from './matching/graph/live-graph.ts';
import { createPlanner } from './matching/plans/planner.ts';
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts';
import { chooseChannels } from './notices/channels/choose-channels.ts';
import { countedMailer } from './notices/channels/mail-rate.ts';
import { createMailer } from './notices/channels/mailer.ts';
import { createLinks } from './notices/signed-links.ts';
import { loadPages } from './pages/serve-pages.ts';
import { chooseProvider } from './payments/choose-provider.ts';
import { type Config, projectFolder, readConfig } from './platform/config.ts';
import { followDatabaseClock } from './platform/database/database-clock.ts';
import { migrate } from './platform/database/migrate.ts';
import { type OpenDatabase, openDatabase } from './platform/database/open-database.ts';
import { claimDataFolder } from './platform/database/sole-server.ts';
import { codeOf, runCommand, StartupError } from './platform/database/startup-error.ts';
import { createKeyedHash } from './platform/keyed-hash.ts';
import { createLimits, unlimited } from './platform/limits.ts';
import { PaidMessages } from './platform/paid-messages.ts';
import { type DistanceBetween, measureDistances, openPoints } from './platform/places.ts';
import { openRulebook } from './platform/rules.ts';
import { createTokens, tokenSecret } from './platform/tokens.ts';
import { createPasswords } from './sign-in/passwords.ts';
import { createProofs } from './sign-in/proof-of-work.ts';
import { createSmsNotes } from './sign-in/sent-sms.ts';
import { chooseSms } from './sign-in/sms.ts';

/** Time limit of a graceful shutdown in milliseconds. */
const CLOSING_TIMEOUT_MS = 8_000;
/**
 * Signals of native faults. A listener would return to the faulting instruction, which raises the fault again: the process would never
 * end, and nothing would start it again.
 */
const NATIVE_FAULTS: closeWithGrace.Signals[] = [
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
];
/** Time limit in milliseconds of jobs and of work after responses in a shutdown, because a mail server may not answer. */
const WORK_TIMEOUT_MS = 5_500;

await runCommand(start);

async function start(): Promise<void> {
  const config = readConfig();
  const points = await openPoints(config.placesPoints);
  const database = await openDatabase(config);
  try {
    if (config.databaseUrl === undefined) await claimDataFolder(database.pool.options, config.dataFolder);
    await migrate(database);
    await refuseDemoAccounts(database, config);
    const now = await followDatabaseClock(database.pool);
    await serve({ config, database, distanceBetween: measureDistances(points), now });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Dependencies that are created before the server. */
interface Started {
  config: Config;
  database: OpenDatabase;
  distanceBetween: DistanceBetween;
  now: () => Date;
}

async function serve({ config, database, distanceBetween, now }: Started): Promise<void> {
  const passwords = createPasswords();
  const logins = config.demo ? await fillEmptyDatabase(database, passwords, now()) : [];
  const secret = await tokenSecret(config);
  const { db, pool } = database;
  const provider = await chooseProvider(config, db, secret);
  const limits = config.rateLimits ? createLimits(db, config) : unlimited;
  let log: App['log'] | undefined;
  const onError = (error: unknown) =>
    log === undefined ? console.error(error) : log.error({ err: error }, 'background work failed');
  const background = createBackground(onError);
  const graph = followOffers({ connection: pool.options, now, onError });
  const boss = await startBoss(pool, onError);
  const paidMessages = new PaidMessages(db, config, onError);
  const metrics = config.metrics && createMetrics({ pool, graph, paidMessages });
  const planner = createPlanner({ boss, config, db, pool, now, onError, metrics });
  let jobs: Jobs | undefined;
  let isLeaving = false;
  const messages = messagesOf(config, { db, secret, paidMessages, onError });
  const shared = { boss, config, db, provider, graph, metrics, now, ...messages };
  const dependencies = {
    ...shared,
    pool,
    ...keysOf(secret),
    passwords,
    limits,
    rulebook: openRulebook(db, now),
    distanceBetween,
    background: background.run,
    planQueued: planner.work,
    paperDesk: createPaperDesk(),
    isReady: () => !isLeaving && graph.isReady(),
    // Jobs that start later scan at once, so earlier calls can be ignored.
    agreementsDue: async () => jobs?.agreementsDue(),
  };
  const isDevelopment = process.argv.includes('--dev');
  const app = await buildApp(
    dependencies,
    isDevelopment ? developPages(logins, dependencies) : await loadPages(projectFolder),
  );
  log = app.log;
  // A load balancer that sent a call on an idle connection while the process closes it would lose the call.
  app.server.prependListener('request', (_request, response) => {
    if (isLeaving) response.shouldKeepAlive = false;
  });
  const opened = await startWork(app, {
    ...{ config, graph, metrics },
    startJobs: () => startJobs({ ...shared, planner, onError }),
  });
  const { address, figures } = opened;
  jobs = opened.jobs;
  const { stop: stopJobs } = jobs;
  closeAfterSignal(app, config, {
    leave: () => {
      isLeaving = true;
    },
    close: async () => {
      figures?.close();
      figures?.closeAllConnections();
      await atMost(WORK_TIMEOUT_MS, [stopJobs(), background.settled()]);
      for (const channel of messages.channels) channel.close();
      await graph.close();
      await database.close();
    },
  });
  if (config.mode === 'production' && config.sealedRecordsKey === undefined)
    console.info('Nothing is sealed when an account is erased: SEALED_RECORDS_KEY is not set.');
  announce(address, logins);
}

/** Steps of a graceful shutdown. */
interface Shutdown {
  /** Makes `/api/ready` answer 503, so that a load balancer sends no further calls. */
  leave: () => void;
  /** Closes everything that the app used, after its last response. */
  close: () => Promise<void>;
}

/**
 * Shuts down after a signal, the exit of the parent process or an uncaught error. Waits for the load balancer unless the cause is an
 * uncaught error.
 */
function closeAfterSignal(app: App, { drainSeconds }: Config, { leave, close }: Shutdown): void {
  const drainMs = 1_000 * drainSeconds;
  const options = { delay: drainMs + CLOSING_TIMEOUT_MS, logger: false, skip: NATIVE_FAULTS } as const;
  closeWithGrace(options, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'stopping after an uncaught error');
    leave();
    if (err === undefined) await setTimeout(drainMs);
    await app.close();
    await close();
  });
  // The parent process exited without a signal.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/** Waits for the work until it ends or the time is over. Another process sends the notices that were not sent by then. */
async function atMost(milliseconds: number, work: readonly Promise<void>[]): Promise<void> {
  await Promise.race([Promise.allSettled(work), setTimeout(milliseconds)]);
}

interface Work {
  config: Config;
  graph: LiveGraph;
  metrics: Metrics | undefined;
  startJobs: () => Promise<Jobs>;
}

/**
 * Starts the jobs and opens the ports once the offers are loaded, so that a load balancer sends no calls to a process that would answer
 * slowly. The ports come last: a process that said it was ready must not end because its jobs could not start. If a step fails, stops
 * what was started.
 */
async function startWork(app: App, { config, graph, metrics, startJobs: start }: Work) {
  let jobs: Jobs | undefined;
  try {
    // After a failed load the process tries again, and answers lists and matches with 503 until then.
    await graph.caughtUp().catch(() => {});
    jobs = await start();
    const address = await listen(app, config);
    const figures = metrics && config.metrics && (await serveMetrics(metrics, config.metrics));
    return { jobs, address, figures };
  } catch (error) {
    await jobs?.stop();
    await graph.close();
    throw error;
  }
}

/** Creates the channels of messages, and the signed links in messages. */
function messagesOf(
  config: Config,
  {
    db,
    secret,
    paidMessages,
    onError,
  }: {
    db: OpenDatabase['db'];
    secret: string;
    paidMessages: PaidMessages;
    onError: (error: unknown) => void;
  },
) {
  const sms = chooseSms(config, paidMessages, createSmsNotes(db, onError));
  const mailer = config.smtp && createMailer(config.smtp);
  const channels = chooseChannels(db, config, { mailer, texts: sms?.notices });
  return {
    sms,
    paidMessages,
    mailer: mailer && countedMailer(mailer, db),
    channels,
    links: createLinks(config.publicUrl ?? `http://localhost:${config.port}`, secret),
  };
}

/** Creates everything that signs or hashes with the server's secret. */
function keysOf(secret: string) {
  return {
    tokens: createTokens(secret),
    proofs: createProofs(secret),
    keyedHash: createKeyedHash(secret),
  };
}

async function listen(app: App, { port, host }: Config): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} is in use. Set PORT to another one.`);
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} may not be used by this user. Set PORT to another one.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new StartupError(`HOST ${host} is no address of this machine.`);
    throw error;
  }
  const bound = app.server.address();
  return `http://localhost:${typeof bound === 'object' && bound ? bound.port : port}`;
}

function announce(address: string, logins: readonly DemoLogin[]): void {
  console.info(`The product is at ${address}`);
  if (logins.length === 0) return;
  console.info('Demo logins:');
  for (const { who, email, password } of logins) console.info(`  ${who}: ${email} / ${password}`);
}
