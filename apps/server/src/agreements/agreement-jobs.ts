import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/schema.ts';
import { type JobWatch, workCounted } from '../job-metrics.ts';
import { followAll } from './follow-agreements.ts';
import { startNightlyRound } from './rounds.service.ts';

interface AgreementJobs extends JobWatch {
  readonly db: Kysely<Database>;
  /** Starts a round of proposals every night. */
  readonly nightlyRound: boolean;
  readonly now: () => Date;
}

const FOLLOW = 'follow-agreements';
const NIGHT = 'round-of-the-night';
const EVERY_NIGHT = '0 3 * * *';
const EVERY_MINUTE = '* * * * *';
const POLLING_SECONDS = 1;

/**
 * Starts the nightly round and the job that scans for due work, every minute and on demand. Due work is stored in rows, written in the
 * transaction that made it due. The job only triggers a scan, so a lost or duplicate job is harmless.
 *
 * @returns a function that triggers a scan.
 */
export async function startAgreementJobs(
  boss: PgBoss,
  { db, nightlyRound, now, ...watch }: AgreementJobs,
): Promise<() => Promise<void>> {
  // `short`: at most one such job is queued, however many are running.
  await boss.createQueue(FOLLOW, { policy: 'short', retryLimit: 0 });
  await boss.schedule(FOLLOW, EVERY_MINUTE);
  const follow = workCounted(FOLLOW, watch, () => followAll({ db, now }));
  await boss.work(FOLLOW, { pollingIntervalSeconds: POLLING_SECONDS }, follow);
  const agreementsDue = async () => void (await boss.send(FOLLOW));
  await boss.createQueue(NIGHT);
  if (nightlyRound) await boss.schedule(NIGHT, EVERY_NIGHT, null, { tz: 'Asia/Kolkata' });
  else await boss.unschedule(NIGHT);
  const startRound = workCounted(NIGHT, watch, async () => {
    await startNightlyRound(db, now());
    await agreementsDue();
  });
  await boss.work(NIGHT, startRound);
  return agreementsDue;
}
