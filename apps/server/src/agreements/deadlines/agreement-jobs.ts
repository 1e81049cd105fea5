import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../../database/tables.ts';
import { type JobWatch, workCounted } from '../../job-metrics.ts';
import { takeSteps } from '../../process-each.ts';
import { planRunningAgain } from '../rounds/rounds.service.ts';
import { followAll } from './follow-agreements.ts';

interface AgreementJobs extends JobWatch {
  readonly db: Kysely<Database>;
  /** Starts the due rounds of the open season. Runs before each scan. */
  readonly startDueRounds: () => Promise<void>;
  readonly now: () => Date;
}

const FOLLOW = 'follow-agreements';
const PLAN_AGAIN = 'plan-rounds-again';
const EVERY_NIGHT = '0 3 * * *';
const EVERY_MINUTE = '* * * * *';
const POLLING_SECONDS = 1;

/**
 * Starts the job that scans for due work, every minute and on demand, and the one that plans running rounds again each night. Due work is
 * stored in rows, written in the transaction that made it due. The job only triggers a scan, so a lost or duplicate job is harmless.
 *
 * @returns a function that triggers a scan.
 */
export async function startAgreementJobs(
  boss: PgBoss,
  { db, startDueRounds, now, ...watch }: AgreementJobs,
): Promise<() => Promise<void>> {
  // `short`: at most one such job is queued, however many are running.
  await boss.createQueue(FOLLOW, { policy: 'short', retryLimit: 0 });
  await boss.schedule(FOLLOW, EVERY_MINUTE);
  const follow = workCounted(FOLLOW, watch, () => takeSteps([startDueRounds, () => followAll({ db, now })]));
  await boss.work(FOLLOW, { pollingIntervalSeconds: POLLING_SECONDS }, follow);
  const agreementsDue = async () => void (await boss.send(FOLLOW));
  await boss.createQueue(PLAN_AGAIN);
  await boss.schedule(PLAN_AGAIN, EVERY_NIGHT, null, { tz: 'Asia/Kolkata' });
  const planAgain = workCounted(PLAN_AGAIN, watch, async () => {
    await planRunningAgain(db, now());
    await agreementsDue();
  });
  await boss.work(PLAN_AGAIN, planAgain);
  return agreementsDue;
}
