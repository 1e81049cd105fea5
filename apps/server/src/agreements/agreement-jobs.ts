import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/schema.ts';
import { followAgreements } from './follow-agreements.ts';

interface AgreementJobs {
  readonly db: Kysely<Database>;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const FOLLOW = 'follow-agreements';
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
  { db, now, onError }: AgreementJobs,
): Promise<() => Promise<void>> {
  // `short`: one such job waits at most, however many there are at work.
  await boss.createQueue(FOLLOW, { policy: 'short', retryLimit: 0 });
  await boss.schedule(FOLLOW, EVERY_MINUTE);
  await boss.work(FOLLOW, { pollingIntervalSeconds: POLLING_SECONDS }, () =>
    followAgreements({ db, now }).catch(onError),
  );
  return async () => void (await boss.send(FOLLOW));
}
