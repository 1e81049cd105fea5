import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { remindOfDeadlines, startAgreementJobs } from './agreements/deadlines.ts';
import { pruneAccessLog } from './http/access-log.ts';
import { pruneIdempotencyKeys } from './http/idempotency.ts';
import { remindOfContactViews } from './inbox/alerts.ts';
import { sendAnnouncements } from './inbox/announcements.ts';
import { type JobWatch, workCounted } from './job-metrics.ts';
import { startAnnouncing } from './matching/announce-matches.ts';
import type { LiveGraph } from './matching/graph/live-graph.ts';
import { pruneOfferChanges } from './matching/graph/offer-changes.ts';
import { createPlanQueue } from './matching/plans/plan-queue.ts';
import { type Planner, startPlanJobs } from './matching/plans/planner.ts';
import { pruneDeliveries, type Sending, startSendingNotices } from './notices/send-deliveries.ts';
import type { PaymentProvider } from './payments/providers/provider.ts';
import { reconcile } from './payments/reconcile.ts';
import { pruneLeftPlaces } from './people/bound-requests.ts';
import { pruneContactViews } from './people/contacts.ts';
import { expireRequests, resetFutureRequests } from './people/requests-by-clock.ts';
import type { Config } from './platform/config.ts';
import { deleteExpiredCounts } from './platform/counters.ts';
import type { Database } from './platform/database/tables.ts';
import { takeSteps } from './platform/repeat-work.ts';
import { deleteExpiredSessions } from './platform/sessions.ts';
import { remindOfExpiry } from './requests/renewals.ts';
import { followSeasons } from './seasons/follow-seasons.ts';
import { deleteExpiredLinks } from './sign-in/forgotten-password.ts';
import { deleteExpiredCaptchas } from './sign-in/guarded-entry.ts';
import { deleteExpiredCodes } from './sign-in/phone-codes.ts';

/** Dependencies of scheduled work. pg-boss runs each job on one of the servers. */
interface JobDependencies extends JobWatch {
  boss: PgBoss;
  config: Pick<Config, 'announceAfterMinutes'>;
  db: Kysely<Database>;
  provider: PaymentProvider | undefined;
  graph: LiveGraph;
  planner: Planner;
  channels: Sending['channels'];
  links: Sending['links'];
  now: () => Date;
}

const EVERY_MINUTE = '* * * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';
const EVERY_HOUR = '7 * * * *';

/** Started jobs of this process. */
export interface Jobs {
  /** Triggers a scan of deadlines, held requests and rounds. */
  agreementsDue: () => Promise<void>;
  stop: () => Promise<void>;
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
    () => pruneLeftPlaces(db, now),
  ]);
}
