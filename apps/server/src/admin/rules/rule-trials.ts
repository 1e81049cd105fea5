import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { onDay, type Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { NewRuleTrial, RuleTrial } from '@mutual-transfer/domain/matching/rule-trial';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../../accounts/audit.ts';
import type { Database, RuleTrialRow } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { signedIn } from '../../http/policy.ts';
import { planByEach } from '../../plans/computation/try-rules.ts';
import { readRules } from '../../rules/rules.queries.ts';

type Db = Kysely<Database>;

/**
 * Maximum duration of a trial in milliseconds, after which its thread is terminated. A trial that has no result after this time was started
 * by a process that crashed.
 */
const LONGEST_TRIAL = 10 * 60_000;

/** Inserts a trial. @throws {AppError} `plan_under_way` if another trial is running (unique index). */
export async function startTrial(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { rules: change }: NewRuleTrial,
  now: Date,
): Promise<RuleTrial> {
  const today = await readRules(transaction, now);
  const changed = changedRules(today, change, dayInIndia(now));
  await transaction
    .deleteFrom('rule_trials')
    .where('finished_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - LONGEST_TRIAL))
    .execute();
  const trial = await transaction
    .insertInto('rule_trials')
    .values({
      id: newId({ msecs: now.getTime() }),
      rules: JSON.stringify({ now: today, changed }),
      requested_by: signedIn(request).userId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const details = { trial: trial.id, from: today, to: changed };
  await writeAudit(transaction, request, { action: 'rule.try', details }, now);
  return presentTrial(trial, now);
}

/** Runs a trial and stores the result. @throws the error of the thread, after the failure is stored. */
export async function runTrial(
  { db, pool, now }: { readonly db: Db; readonly pool: pg.Pool; readonly now: () => Date },
  { _id, rules }: RuleTrial,
): Promise<void> {
  const end = (figures: RuleTrial['figures']) =>
    db
      .updateTable('rule_trials')
      .set({ finished_at: now(), figures: figures && JSON.stringify(figures) })
      .where('id', '=', _id)
      .execute();
  try {
    const [before, after] = await planByEach(pool, [rules.now, rules.changed], LONGEST_TRIAL);
    await end(before && after ? { now: before, changed: after } : null);
  } catch (error) {
    await end(null);
    throw error;
  }
}

/** Returns a trial. @throws {AppError} `not_found`. */
export async function findTrial(db: Db, id: string, now: Date): Promise<RuleTrial> {
  const row = await db.selectFrom('rule_trials').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return presentTrial(row, now);
}

function changedRules(today: Rules, change: NewRuleTrial['rules'], day: string): Rules {
  const { openWindow } = change;
  const values = {
    largestGroup: change.largestGroup ?? today.largestGroup,
    mustBeEqual: change.mustBeEqual ?? today.mustBeEqual,
    minimumService: change.minimumService ?? today.minimumService,
    openWindow: openWindow === undefined ? today.openWindow : openWindow,
  };
  return onDay(values, day);
}

function presentTrial(row: RuleTrialRow, now: Date): RuleTrial {
  const isLost = row.finished_at === null && now.getTime() - row.created_at.getTime() > LONGEST_TRIAL;
  const ended = row.figures === null ? 'failed' : 'completed';
  return {
    _id: row.id,
    status: row.finished_at === null && !isLost ? 'running' : ended,
    rules: row.rules,
    createdAt: row.created_at.toISOString(),
    figures: row.figures,
  };
}
