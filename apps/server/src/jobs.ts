import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { deleteExpiredLinks } from './accounts/passwords/password-links.ts';
import { deleteExpiredCodes } from './accounts/phone/phone-codes.ts';
import { deleteExpiredCaptchas } from './accounts/registration/captchas.ts';
import { startAgreementJobs } from './agreements/deadlines/agreement-jobs.ts';
import { remindOfDeadlines } from './agreements/deadlines/remind-deadlines.ts';
import { remindOfContactViews } from './alerts/remind-of-contact-views.ts';
import { sendAnnouncements } from './announcements/send-announcements.ts';
import type { Config } from './config.ts';
import type { Database } from './database/tables.ts';
import { pruneAccessLog } from './http/log/access-log.ts';
import { pruneIdempotencyKeys } from './http/turns/idempotency.ts';
import { type JobWatch, workCounted } from './job-metrics.ts';
import { deleteExpiredCounts } from './limits/shared-counter.ts';
import { expireRequests, resetFutureRequests } from './members/requests-by-clock.ts';
import { startSendingNotices } from './notices/deliveries/notice-jobs.ts';
import { pruneDeliveries, type Sending } from './notices/deliveries/send-deliveries.ts';
import type { LiveGraph } from './offers/graph/live-graph.ts';
import { pruneOfferChanges } from './offers/graph/offer-changes.ts';
import type { PaymentProvider } from './payments/providers/provider.ts';
import { reconcile } from './payments/reconcile.ts';
import { startPlanJobs } from './plans/queue/plan-jobs.ts';
import { createPlanQueue } from './plans/queue/plan-queue.ts';
import type { Planner } from './plans/queue/planner.ts';
import { pruneContactViews } from './privacy/contact-views.ts';
import { takeSteps } from './process-each.ts';
import { remindOfExpiry } from './requests/renewals/remind-expiring.ts';
import { startAnnouncing } from './rings/announce-jobs.ts';
import { followSeasons } from './seasons/follow-seasons.ts';
import { deleteExpiredSessions } from './sessions/session-rows.ts';

/** Dependencies of scheduled work. pg-boss runs each job on one of the servers. */
interface JobDependencies extends JobWatch {
  readonly boss: PgBoss;
  readonly config: Pick<Config, 'announceAfterMinutes'>;
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

/** Started jobs of this process. */
export interface Jobs {
  /** Triggers a scan of deadlines, held requests and rounds. */
  readonly agreementsDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts pg-boss, and creates the queue of plans. The caller must stop it. */
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

export async function startJobs(dependencies: JobDependencies): Promise<Jobs> {
  const { boss, config, db, provider, graph, planner, now, onError, metrics } = dependencies;
  const jobs: [name: string, cron: string, work: () => Promise<void>][] = [
    ['settle-future-requests', EVERY_MINUTE, () => resetFutureRequests(db, now())],
    ['expire-requests', EVERY_MINUTE, () => expireRequests(db, now())],
    ['send-announcements', EVERY_MINUTE, () => sendAnnouncements(db, now())],
    ['remind', EVERY_FIVE_MINUTES, () => remindAll(db, now())],
    ['sweep', EVERY_HOUR, () => sweep(db, now())],
  ];
  if (provider) jobs.push(['reconcile-payments', EVERY_FIVE_MINUTES, () => reconcile(db, provider, now())]);
  for (const [name, cron, work] of jobs) {
    await boss.createQueue(name);
    // Not retried: an item that failed would fail again at once, and the next scheduled run tries it again.
    await boss.schedule(name, cron, null, { retryLimit: 0 });
    await boss.work(name, workCounted(name, dependencies, work));
  }
  await startPlanJobs(boss, dependencies);
  const startDueRounds = () => followSeasons(db, now());
  const agreementsDue = await startAgreementJobs(boss, { db, startDueRounds, now, onError, metrics });
  const stopSending = startSendingNotices(dependencies);
  const stopAnnouncing = startAnnouncing({ db, graph, config, now, onError, metrics });
  const stop = async () => {
    await planner.stop();
    await Promise.all([stopSending(), stopAnnouncing(), boss.stop({ graceful: true, timeout: 5_000 })]);
  };
  return { agreementsDue, stop };
}

/**
 * Creates reminders of requests that expire soon and of deadlines, and notices of frequent contact views. @throws {AggregateError} with the
 * errors of steps that failed.
 */
export function remindAll(db: Kysely<Database>, now: Date): Promise<void> {
  return takeSteps([
    () => remindOfExpiry(db, now),
    () => remindOfDeadlines(db, now),
    () => remindOfContactViews(db, now),
  ]);
}

/** Deletes expired rows. @throws {AggregateError} with the errors of steps that failed. */
export function sweep(db: Kysely<Database>, now: Date): Promise<void> {
  return takeSteps([
    () => deleteExpiredCaptchas(db, now),
    () => deleteExpiredSessions(db, now),
    () => deleteExpiredCodes(db),
    () => deleteExpiredLinks(db),
    () => deleteExpiredCounts(db),
    () => pruneOfferChanges(db),
    () => pruneContactViews(db, now),
    () => pruneDeliveries(db, now),
    () => pruneAccessLog(db, now),
    () => pruneIdempotencyKeys(db, now),
  ]);
}
