import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/schema.ts';
import { type JobWatch, workCounted } from '../job-metrics.ts';
import { followAll } from './follow-agreements.ts';
import { startNightlyRound } from './rounds.service.ts';

interface AgreementJobs extends JobWatch {
  readonly db: Kysely<Database>;
  /** Whether a round of proposals starts each night. */
  readonly nightlyRound: boolean;
  readonly now: () => Date;
}

const FOLLOW = 'follow-agreements';
const NIGHT = 'round-of-the-night';
const EVERY_NIGHT = '0 3 * * *';
const EVERY_MINUTE = '* * * * *';
const POLLING_SECONDS = 1;

/**
 * What is due stands in rows, written in the transaction that made it due; a job only says to look, so that one that is
 * lost, or comes twice, does no harm. Each minute one comes by itself.
 *
 * @returns how to say that something may be due.
 */
export async function startAgreementJobs(
  boss: PgBoss,
  { db, nightlyRound, now, ...watch }: AgreementJobs,
): Promise<() => Promise<void>> {
  // `short`: one such job waits at most, however many there are at work.
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
