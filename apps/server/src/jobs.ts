import { type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { startAgreementJobs } from './agreements/agreement-jobs.ts';
import { remindOfDeadlines } from './agreements/remind-deadlines.ts';
import { remindOfContactViews } from './alerts/remind-of-contact-views.ts';
import type { Config } from './config.ts';
import type { Database } from './database/schema.ts';
import { pruneAccessLog } from './http/access-log.ts';
import { pruneIdempotencyKeys } from './http/idempotency.ts';
import { type JobWatch, workCounted } from './job-metrics.ts';
import { startSendingNotices } from './notices/notice-jobs.ts';
import { pruneDeliveries, type Sending } from './notices/send-deliveries.ts';
import type { LiveGraph } from './offers/live-graph.ts';
import { pruneOfferChanges } from './offers/offer-changes.ts';
import type { PaymentProvider } from './payments/providers/provider.ts';
import { reconcile } from './payments/reconcile.ts';
import { startPlanJobs } from './plans/plan-jobs.ts';
import { createPlanQueue } from './plans/plan-queue.ts';
import type { Planner } from './plans/planner.ts';
import { pruneContactViews } from './privacy/contact-views.ts';
import { refreshProjections } from './privacy/projections.ts';
import { takeSteps, workThrough } from './process-each.ts';
import { remindOfExpiry } from './requests/remind-expiring.ts';
import { announceDue } from './rings/announce.ts';

/** Work that goes on by the clock, on pg-boss: one server of many does it. */
interface JobDependencies extends JobWatch {
  readonly boss: PgBoss;
  readonly config: Pick<Config, 'announceAfterMinutes' | 'nightlyRound'>;
  readonly db: Kysely<Database>;
  readonly provider: PaymentProvider | undefined;
  readonly graph: LiveGraph;
  readonly planner: Planner;
  readonly channels: Sending['channels'];
  readonly links: Sending['links'];
  readonly now: () => Date;
}

const EVERY_MINUTE = '* * * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';
const EVERY_HOUR = '7 * * * *';
const AT_ONCE = 500;

/** The jobs of this process. */
export interface Jobs {
  /** Says that a deadline, a held request or a round may have something to do. */
  readonly agreementsDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts pg-boss and makes the queue that routes send plans to. The caller stops it. */
export async function startBoss(
  pool: pg.Pool,
  onError: (error: unknown) => void,
  options: Pick<ConstructorOptions, 'schedule' | 'supervise'> = {},
): Promise<PgBoss> {
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = new PgBoss({ ...options, db });
  boss.on('error', onError);
  await boss.start();
  await createPlanQueue(boss);
  return boss;
}

/** Starts the jobs. */
export async function startJobs(dependencies: JobDependencies): Promise<Jobs> {
  const { boss, config, db, provider, graph, planner, now, onError, metrics } = dependencies;
  const { nightlyRound } = config;
  const jobs: [name: string, cron: string, work: () => Promise<void>][] = [
    ['settle-future-requests', EVERY_MINUTE, () => settleFutureRequests(db, now())],
    ['expire-requests', EVERY_MINUTE, () => expireRequests(db, now())],
    ['announce-offers', EVERY_MINUTE, () => announceDue({ db, graph, config, now })],
    ['remind', EVERY_FIVE_MINUTES, () => remindAll(db, now())],
    ['sweep', EVERY_HOUR, () => sweep(db, now())],
  ];
  if (provider) jobs.push(['reconcile-payments', EVERY_FIVE_MINUTES, () => reconcile(db, provider, now())]);
  for (const [name, cron, work] of jobs) {
    await boss.createQueue(name);
    // The clock brings the next run soon enough: what failed for one item would fail again at once.
    await boss.schedule(name, cron, null, { retryLimit: 0 });
    await boss.work(name, workCounted(name, dependencies, work));
  }
  await startPlanJobs(boss, dependencies);
  const agreementsDue = await startAgreementJobs(boss, { db, nightlyRound, now, onError, metrics });
  // A schedule of earlier versions, whose jobs no worker takes any more.
  await boss.unschedule('send-notices');
  const stopSending = startSendingNotices(dependencies);
  const stop = async () => {
    await planner.stop();
    await Promise.all([stopSending(), boss.stop({ graceful: true, timeout: 5_000 })]);
  };
  return { agreementsDue, stop };
}

/** Tells teachers of what is about to end, and of what they should look at. @throws {AggregateError} of what failed. */
export function remindAll(db: Kysely<Database>, now: Date): Promise<void> {
  return takeSteps([
    () => remindOfExpiry(db, now),
    () => remindOfDeadlines(db, now),
    () => remindOfContactViews(db, now),
  ]);
}

/** Requests whose 180 days are over leave the lists. @throws {AggregateError} at the end, of those that failed. */
export async function expireRequests(db: Kysely<Database>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('requests')
    .select('user_id')
    .distinct()
    .where('status', '=', 'active')
    .where('expires_at', '<=', now)
    .limit(AT_ONCE)
    .execute();
  await changeRequests(db, due, (transaction, userId) =>
    transaction
      .updateTable('requests')
      .set({ status: 'expired' })
      .where('user_id', '=', userId)
      .where('status', '=', 'active')
      .where('expires_at', '<=', now)
      .execute(),
  );
}

/**
 * Requests that were posted while the clock of the database stood ahead are as old as the moment at which it is right again.
 *
 * @throws {AggregateError} at the end, of those that failed.
 */
export async function settleFutureRequests(db: Kysely<Database>, now: Date): Promise<void> {
  const early = await db
    .selectFrom('requests')
    .select('user_id')
    .distinct()
    .where('created_at', '>', now)
    .limit(AT_ONCE)
    .execute();
  await changeRequests(db, early, (transaction, userId) =>
    transaction
      .updateTable('requests')
      .set((request) => ({
        created_at: now,
        expires_at: sql<Date>`${request.ref('expires_at')} - (${request.ref('created_at')} - ${now}::timestamptz)`,
      }))
      .where('user_id', '=', userId)
      .where('created_at', '>', now)
      .execute(),
  );
}

/** Changes the requests of these teachers, one teacher after the other, and what is derived from them. */
function changeRequests(
  db: Kysely<Database>,
  owners: readonly { readonly user_id: string }[],
  change: (transaction: Transaction<Database>, userId: string) => Promise<unknown>,
): Promise<void> {
  return workThrough(owners, ({ user_id: userId }) =>
    db.transaction().execute(async (transaction) => {
      const owner = transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate();
      // Erased meanwhile, with all requests.
      if ((await owner.executeTakeFirst()) === undefined) return;
      await change(transaction, userId);
      await refreshProjections(transaction, userId);
    }),
  );
}

/** Deletes expired rows: captchas, sessions, codes, limits, changes of offers, contact views, deliveries, access log, idempotency keys. */
export async function sweep(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<', now).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  // By the clock of the database, as limits and codes are counted.
  await sql`delete from phone_codes where expires_at < clock_timestamp()`.execute(db);
  await sql`delete from password_links where expires_at < clock_timestamp()`.execute(db);
  await sql`delete from rate_limits where expires_at < clock_timestamp()`.execute(db);
  await pruneOfferChanges(db);
  await pruneContactViews(db, now);
  await pruneDeliveries(db, now);
  await pruneAccessLog(db, now);
  await pruneIdempotencyKeys(db, now);
}
