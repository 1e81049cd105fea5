import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../../accounts/audit.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import type { Scope } from './ready-offers.queries.ts';
import { ALL_STRATA } from './round-plans-due.ts';

/** A round to begin. `number` is its number in the season's timetable; null for a round that an administrator starts. */
export interface NewRoundRow extends Omit<Scope, 'consentsOf'> {
  readonly maxRing: number;
  readonly hours: number;
  readonly startedBy: string | null;
  readonly seasonId: string | null;
  readonly number: number | null;
  readonly silenceAgrees: boolean;
  readonly times: RoundTimes;
}

export interface RoundTimes {
  /** Time of the first plan. */
  readonly plansFrom: Date;
  /** Deadline of the proposals of the first plan; null if the hours of the round set it. */
  readonly answersUntil: Date | null;
  readonly endsAt: Date;
}

/** Inserts a round and its due first plan. @throws the unique violation of the database if a round of this kind is running. */
export async function beginRound(
  transaction: Transaction<Database>,
  round: NewRoundRow,
  now: Date,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('rounds')
    .values({
      id,
      max_ring: round.maxRing,
      hours: round.hours,
      subjects: listed(round.subjects),
      districts: listed(round.districts),
      started_by: round.startedBy,
      season_id: round.seasonId,
      number: round.number,
      silence_agrees: round.silenceAgrees,
      created_at: now,
      answers_until: round.times.answersUntil,
      ends_at: round.times.endsAt,
    })
    .execute();
  await planAll(transaction, id, round.times.plansFrom);
  return id;
}

/** Changes the times of a running round. The time of the first plan has an effect only until that plan is made. */
export async function retimeRound(
  transaction: Transaction<Database>,
  id: string,
  { plansFrom, answersUntil, endsAt }: RoundTimes,
): Promise<void> {
  const round = await transaction
    .updateTable('rounds')
    .set({ answers_until: answersUntil, ends_at: endsAt })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('planned_at')
    .executeTakeFirst();
  if (round?.planned_at === null) await planAll(transaction, id, plansFrom);
}

/** Finishes the running round of the timetable. Its open proposals stay open. */
export async function finishRoundOfTimetable(transaction: Transaction<Database>, now: Date): Promise<void> {
  await transaction
    .updateTable('rounds')
    .set({ state: 'finished', ended_at: now })
    .where('state', '=', 'running')
    .where('number', 'is not', null)
    .execute();
}

/** Stops a round and ends its open proposals. Has no effect on a stopped round. @throws {AppError} `not_found`, `round_over`. */
export async function stopRound(
  db: Kysely<Database>,
  request: FastifyRequest,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const round = await transaction
      .selectFrom('rounds')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (round === undefined) throw new AppError('not_found');
    if (round.state === 'stopped') return;
    if (round.state !== 'running') throw new AppError('round_over');
    await transaction
      .updateTable('rounds')
      .set({ state: 'stopped', ended_at: now })
      .where('id', '=', id)
      .execute();
    await writeAudit(transaction, request, { action: 'round.stop', details: { round: id } }, now);
  });
}

/** Plans the running rounds again with every teacher who became ready. Leaves out rounds whose first plan is not made yet. */
export async function planRunningAgain(db: Kysely<Database>, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const running = await transaction
      .selectFrom('rounds')
      .select('id')
      .where('state', '=', 'running')
      .where('planned_at', 'is not', null)
      .forShare()
      .execute();
    for (const { id } of running) await planAll(transaction, id, now);
  });
}

/** Returns the end of a round that lasts this number of days. */
export function endAfter(days: number, now: Date): Date {
  return new Date(now.getTime() + days * MILLISECONDS_A_DAY);
}

function listed(codes: readonly string[] | null): string[] | null {
  return codes === null ? null : [...codes];
}

async function planAll(transaction: Transaction<Database>, round_id: string, due_at: Date): Promise<void> {
  await transaction
    .insertInto('round_plans_due')
    .values({ round_id, stratum: ALL_STRATA, due_at })
    .onConflict((conflict) => conflict.columns(['round_id', 'stratum']).doUpdateSet({ due_at }))
    .execute();
}
