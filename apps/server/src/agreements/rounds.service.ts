import { PROPOSAL_HOURS, ROUND_DAYS } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { NewRound } from '@mutual-transfer/domain/agreements/round';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../accounts/audit.ts';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { allowedRing } from '../rules/group-size.ts';
import { readRules } from '../rules/read-rules.ts';
import { ALL_STRATA } from './round-plans-due.ts';

/**
 * Starts a round. Only one runs at a time. @throws {AppError} `validation_failed` for ring sizes that the rules forbid, `round_under_way`.
 */
export async function startRound(
  db: Kysely<Database>,
  request: FastifyRequest,
  input: NewRound,
  now: Date,
): Promise<string> {
  const subjects = input.subjects?.flatMap((name) => subjectByName(name)?.code ?? []) ?? null;
  return db.transaction().execute(async (transaction) => {
    const started_by = signedIn(request).userId;
    const { hours, days } = input;
    const rules = await readRules(transaction, now);
    const maxRing = allowedRing(rules, input.maxRing);
    if (!rules.isOpen) throw new AppError('window_closed');
    const id = await insertRound(transaction, { maxRing, hours, days, subjects, started_by }, now);
    await writeAudit(
      transaction,
      request,
      { action: 'round.start', details: { round: id, maxRing, hours, days } },
      now,
    );
    return id;
  });
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

/** Starts the nightly round, or plans the running one again with every teacher who became ready. */
export async function startNightlyRound(db: Kysely<Database>, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const running = await transaction
      .selectFrom('rounds')
      .select('id')
      .where('state', '=', 'running')
      .forShare()
      .executeTakeFirst();
    if (running !== undefined) return planAll(transaction, running.id, now);
    const { largestGroup: maxRing } = await readRules(transaction, now);
    const usual = { maxRing, hours: PROPOSAL_HOURS, days: ROUND_DAYS };
    await insertRound(transaction, { ...usual, subjects: null, started_by: null }, now);
  });
}

async function insertRound(
  transaction: Transaction<Database>,
  round: {
    maxRing: number;
    hours: number;
    days: number;
    subjects: string[] | null;
    started_by: string | null;
  },
  now: Date,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('rounds')
    .values({
      id,
      max_ring: round.maxRing,
      hours: round.hours,
      subjects: round.subjects,
      started_by: round.started_by,
      created_at: now,
      ends_at: new Date(now.getTime() + round.days * MILLISECONDS_A_DAY),
    })
    .execute();
  await planAll(transaction, id, now);
  return id;
}

async function planAll(transaction: Transaction<Database>, round_id: string, now: Date): Promise<void> {
  await transaction
    .insertInto('round_plans_due')
    .values({ round_id, stratum: ALL_STRATA, due_at: now })
    .onConflict((conflict) => conflict.columns(['round_id', 'stratum']).doUpdateSet({ due_at: now }))
    .execute();
}
