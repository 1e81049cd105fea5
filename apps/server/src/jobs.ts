import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { askUnused, eraseUnused } from './account/unused-accounts.ts';
import { remindOfDeadlines, startAgreementJobs } from './agreements/deadlines.ts';
import { keepPartitions } from './http/access-log-partitions.ts';
import { remindOfContactViews } from './inbox/alerts.ts';
import { sendAnnouncements } from './inbox/announcements.ts';
import { sendLeakNotices } from './inbox/leaks.ts';
import { type JobWatch, workCounted } from './job-metrics.ts';
import { startAnnouncing } from './matching/announce-matches.ts';
import type { LiveGraph } from './matching/graph/live-graph.ts';
import { pruneOfferChanges } from './matching/graph/offer-changes.ts';
import { createPlanQueue } from './matching/plans/plan-queue.ts';
import { type Planner, startPlanJobs } from './matching/plans/planner.ts';
import { type Sending, startSendingNotices } from './notices/send-deliveries.ts';
import type { PaymentProvider } from './payments/providers/provider.ts';
import { reconcile } from './payments/reconcile.ts';
import type { Erasing } from './people/members.ts';
import { expireRequests, resetFutureRequests } from './people/requests-by-clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/tables.ts';
import { takeSteps } from './platform/repeat-work.ts';
import { deleteExpired } from './platform/retention.ts';
import { remindOfExpiry } from './requests/renewals.ts';
import { followSeasons } from './seasons/follow-seasons.ts';

/** Dependencies of scheduled work. pg-boss runs each job on one of the servers. */
interface JobDependencies extends JobWatch {
  boss: PgBoss;
  config: Pick<Config, 'announceAfterMinutes' | 'mailsPerSecond' | 'sealedRecordsKey'>;
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
/** In UTC: a quarter past three in India. */
const EVERY_NIGHT = '45 21 * * *';

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
    ['send-leak-notices', EVERY_MINUTE, () => sendLeakNotices(db, now())],
    ['send-announcements', EVERY_MINUTE, () => sendAnnouncements(db, now())],
    ['remind', EVERY_FIVE_MINUTES, () => remindAll(db, now())],
    ['unused-accounts', EVERY_NIGHT, () => endUnused(db, { config, now })],
    ['retention', EVERY_HOUR, () => endRetention(db, now())],
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
  const stopSending = startSendingNotices({ ...dependencies, mailsPerSecond: config.mailsPerSecond });
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

/** Asks teachers who have not signed in for long, and erases accounts that were asked a year ago. @throws {AggregateError} as `remindAll` does. */
export function endUnused(db: Kysely<Database>, erasing: Erasing): Promise<void> {
  return takeSteps([() => askUnused(db, erasing.now()), () => eraseUnused(db, erasing)]);
}

/** Deletes what is kept no longer, as `retention` of the domain says. @throws {AggregateError} with the errors of steps that failed. */
export function endRetention(db: Kysely<Database>, now: Date): Promise<void> {
  return takeSteps([
    () => deleteExpired(db, now),
    () => pruneOfferChanges(db),
    () => keepPartitions(db, now),
  ]);
}
