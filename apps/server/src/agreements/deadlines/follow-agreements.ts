import type { AgreementStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { takeSteps, workThrough } from '../../process-each.ts';
import { agreeSilently } from '../rounds/agree-silently.ts';
import { runRounds } from '../rounds/run-rounds.ts';
import { changeAgreement, conclude } from '../steps/change-agreement.ts';
import { lockAgreement } from '../steps/locked-agreement.ts';
import { obstacleOf } from '../steps/obstacle.ts';
import { findOfExpired, findOverdue, findUnruly, findWaiting } from './due-agreements.queries.ts';

interface Follow {
  readonly db: Kysely<Database>;
  readonly now: () => Date;
}

/**
 * Does all due work: expired deadlines, held requests that became free, and rounds. A failed step does not stop the others.
 *
 * @throws {AggregateError} at the end, of the failed steps.
 */
export function followAll(work: Follow): Promise<void> {
  return takeSteps([() => followAgreements(work), () => runRounds(work)]);
}

/**
 * Ends proposals past their deadline, with an expired request, or forbidden by today's rules, and concludes those that waited for a held
 * request.
 *
 * @throws {AggregateError} at the end, of those that failed.
 */
export function followAgreements({ db, now }: Follow): Promise<void> {
  const moment = now();
  const each = (find: () => Promise<{ id: string }[]>, follow: typeof expire) => async () =>
    workThrough(await find(), ({ id }) => follow(db, id, moment));
  return takeSteps([
    each(() => findOverdue(db, moment), expire),
    each(() => findWaiting(db, moment), goOn),
    each(() => findOfExpired(db), endHindered),
    each(() => findUnruly(db, moment), endHindered),
  ]);
}

/** Ends a proposal at its deadline, or agrees for its silent members, unless another server did so before the lock was taken. */
async function expire(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  const step: AgreementStep = { kind: 'expire' };
  await db.transaction().execute(async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    if (agreement?.state !== 'proposed' || agreement.deadline > now) return;
    if (await agreeSilently(transaction, agreement, now)) return;
    await changeAgreement(transaction, agreement, { step, now });
  });
}

async function endHindered(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    if (agreement?.state !== 'proposed') return;
    const reason = await obstacleOf(transaction, agreement, now);
    if (reason !== null)
      await changeAgreement(transaction, agreement, { step: { kind: 'end', reason }, now });
  });
}

async function goOn(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    if (agreement?.state !== 'proposed') return;
    if (agreement.deadline <= now && !agreement.silence_agrees) return;
    if (agreement.waits_until === null || agreement.waits_until > now) return;
    await conclude(transaction, agreement, now);
  });
}
