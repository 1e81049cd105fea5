import { MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { OBJECTION_HOURS } from '@mutual-transfer/domain/seasons/season-dates';
import type { Kysely } from 'kysely';
import { findExcludedPairs } from '../people/bans.ts';
import type { Database, RoundRow } from '../platform/database/tables.ts';
import { takeSteps, workThrough } from '../platform/repeat-work.ts';
import { readRules } from '../platform/rules.ts';
import { changeAgreement } from './change-agreement.ts';
import { findEndedGroups } from './exclusions.ts';
import { lockAgreement } from './lock-agreement.ts';
import { planReady, seedOfRound } from './plan-ready.ts';
import { proposeInRound } from './propose.ts';
import { askReadiness } from './readiness.ts';
import { findReadyOffers, type Scope, writeReadyTeachers } from './ready-offers.ts';

import { chanceOfYes } from './season.queries.ts';

interface RoundWork {
  db: Kysely<Database>;
  now: () => Date;
}

/**
 * Finishes rounds past their end, ends the proposals of stopped rounds, makes the due plans of the running rounds, and asks teachers for
 * readiness.
 *
 * @throws {AggregateError} at the end, of the failed steps.
 */
export async function runRounds({ db, now }: RoundWork): Promise<void> {
  const moment = now();
  await db
    .updateTable('rounds')
    .set({ state: 'finished', ended_at: moment })
    .where('state', '=', 'running')
    .where('ends_at', '<=', moment)
    .execute();
  const running = await db
    .selectFrom('rounds')
    .selectAll()
    .where('state', '=', 'running')
    .orderBy('id')
    .execute();
  await takeSteps([
    () => endStopped(db, moment),
    ...running.map((round) => () => planDue({ db, now }, round)),
    () => askReadiness(db, running, now()),
  ]);
}

async function endStopped(db: Kysely<Database>, now: Date): Promise<void> {
  const open = await db
    .selectFrom('agreements')
    .innerJoin('rounds', 'rounds.id', 'round_id')
    .select('agreements.id')
    .where('agreements.state', '=', 'proposed')
    .where('rounds.state', '=', 'stopped')
    .execute();
  await workThrough(open, ({ id }) => endOne(db, id, now));
}

async function endOne(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    if (agreement?.state !== 'proposed') return;
    await changeAgreement(transaction, agreement, { step: { kind: 'end', reason: 'round_stopped' }, now });
  });
}

/**
 * Proposes the rings of a plan over the ready teachers of the due strata. The due rows are deleted afterwards, so that another server takes
 * over if this one crashes. Rows added meanwhile stay.
 */
async function planDue({ db, now }: RoundWork, round: RoundRow): Promise<void> {
  const due = await db
    .selectFrom('round_plans_due')
    .selectAll()
    .where('round_id', '=', round.id)
    .where('due_at', '<=', now())
    .execute();
  const deadline = deadlineOf(round, now());
  if (due.length === 0 || deadline === undefined) return;
  const strata = due.map(({ stratum }) => stratum);
  const rules = await readRules(db, now());
  // The strata stay due until the window opens.
  if (!rules.isOpen) return;
  const scope = scopeOf(round);
  await writeReadyTeachers(db, round, { scope, strata, now: now() });
  const chance = await chanceOfYes(db, { silenceAgrees: round.silence_agrees, now: now() });
  const offers = await findReadyOffers(db, { scope, strata, rules, chance, now: now() });
  const teachers = [...new Set(offers.map(({ teacher }) => teacher))];
  const goal = {
    maxRing: Math.min(round.max_ring, rules.largestGroup),
    survival: chance,
    excluded: await findExcludedPairs(db, teachers),
    ended: await findEndedGroups(db, now()),
    seed: seedOfRound(round.id),
  };
  // If a proposal fails, its strata stay due.
  await workThrough(await planReady(offers, goal), async (requests) => {
    const { consentsOf } = scope;
    await proposeInRound(db, { kind: 'round', roundId: round.id, deadline, consentsOf }, requests, now());
  });
  // If the window closed meanwhile, proposals were refused, so the strata stay due.
  if (!(await readRules(db, now())).isOpen) return;
  await db.updateTable('rounds').set({ planned_at: now() }).where('id', '=', round.id).execute();
  for (const { round_id, stratum, due_at } of due) {
    await db
      .deleteFrom('round_plans_due')
      .where('round_id', '=', round_id)
      .where('stratum', '=', stratum)
      .where('due_at', '=', due_at)
      .execute();
  }
}

/** Returns the deadline of proposals made now; undefined if silence agrees and too little time is left to object. */
function deadlineOf(round: RoundRow, now: Date): Date | undefined {
  const usual = now.getTime() + round.hours * MILLISECONDS_AN_HOUR;
  const isFirst = round.planned_at === null;
  const stated = isFirst && round.answers_until !== null ? round.answers_until.getTime() : usual;
  const deadline = Math.min(stated, round.ends_at.getTime());
  if (!round.silence_agrees) return new Date(deadline);
  const soonest = now.getTime() + OBJECTION_HOURS * MILLISECONDS_AN_HOUR;
  return deadline < soonest && !isFirst ? undefined : new Date(Math.max(deadline, soonest));
}

function scopeOf({ id, subjects, districts, silence_agrees, season_id }: RoundRow): Scope {
  return { subjects, districts, consentsOf: silence_agrees ? season_id : null, roundId: id };
}
