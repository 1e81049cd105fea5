import type { NewSeason, SeasonChange } from '@mutual-transfer/domain/seasons/season';
import {
  changesOfThePast,
  datesTooFar,
  problemsOfDates,
  problemsOfNewSeason,
  type RoundDates,
} from '@mutual-transfer/domain/seasons/season-dates';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../accounts/audit.ts';
import { retimeRound } from '../agreements/rounds/rounds.service.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { ownerTag, refuseStale } from '../http/turns/owner-tags.ts';
import { changesOf } from './season-changes.ts';
import { datesOf, findSeason, type WholeSeason } from './seasons.queries.ts';

/**
 * Creates a season with its rounds.
 *
 * @throws {AppError} `season_overlap` if another season is open at the same time; `validation_failed` for dates that are not in order, have
 * passed, or are too far in the future.
 */
export async function createSeason(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  season: NewSeason,
  now: Date,
): Promise<string> {
  const fields = problemsOfNewSeason(season, now.getTime());
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('seasons')
    .values({ id, ...columnsOf(season), created_by: signedIn(request).userId, created_at: now })
    .execute();
  await writeRounds(transaction, id, season.rounds);
  await writeAudit(
    transaction,
    request,
    { action: 'season.create', details: { season: id, name: season.name } },
    now,
  );
  return id;
}

/**
 * Changes a season and the times of its running round. Repeating a change has no effect.
 *
 * @throws {AppError} `not_found`; `changed_meanwhile`; `season_overlap`; `validation_failed` for dates that are not in order or have
 * passed, and for a change of `consent` or `relieving` once the season is open.
 */
export function changeSeason(
  db: Kysely<Database>,
  request: FastifyRequest,
  { id, change }: { id: string; change: SeasonChange },
  clock: () => Date,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('seasons').select('id').where('id', '=', id).forUpdate().execute();
    // Read after the wait for the lock, in which the season may have opened.
    const now = clock();
    const before = await findSeason(transaction, id);
    refuseStale(request.headers['if-match'], tagOf(before));
    const after = changed(before, change);
    refuseImpossible(before, after, now);
    await transaction.updateTable('seasons').set(columnsOf(after)).where('id', '=', id).execute();
    await writeRounds(transaction, id, after.rounds);
    const saved = await findSeason(transaction, id);
    await retimeRunning(transaction, saved, now);
    const details = { season: id, name: saved.name, changes: changesOf(before, saved) };
    await writeAudit(transaction, request, { action: 'season.change', details }, now);
  });
}

/** Deletes a season that is not open yet. @throws {AppError} `not_found`, `season_begun`. */
export function withdrawSeason(
  db: Kysely<Database>,
  request: FastifyRequest,
  id: string,
  clock: () => Date,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const season = await transaction
      .selectFrom('seasons')
      .select(['name', 'opens_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (season === undefined) throw new AppError('not_found');
    const now = clock();
    if (season.opens_at <= now) throw new AppError('season_begun');
    await transaction.deleteFrom('seasons').where('id', '=', id).execute();
    const details = { season: id, name: season.name };
    await writeAudit(transaction, request, { action: 'season.withdraw', details }, now);
  });
}

/** Returns the `ETag` of the fields of a season that administrators can change. */
export function tagOf(season: WholeSeason): string {
  const { name, order_name, consent, relieving } = season;
  return ownerTag([name, order_name, consent, relieving, datesOf(season)]);
}

function changed(before: WholeSeason, change: SeasonChange): NewSeason {
  const { name, order_name: order, consent, relieving } = before;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { rounds, ...dates } = datesOf(before);
  return { name, order, consent, relieving, ...dates, rounds: [...rounds], ...given };
}

function refuseImpossible(before: WholeSeason, after: NewSeason, now: Date): void {
  const settings = (['consent', 'relieving'] as const).filter((field) => before[field] !== after[field]);
  const isOpen = before.opens_at <= now;
  const fields = {
    ...problemsOfDates(after, after.consent),
    ...datesTooFar(after, now.getTime(), datesOf(before)),
    ...changesOfThePast(datesOf(before), after, now.getTime()),
    ...(isOpen ? Object.fromEntries(settings.map((field) => [field, 'season.begun' as const])) : {}),
  };
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
}

function columnsOf({ name, order, opens, listCloses, closed, consent, relieving }: NewSeason) {
  return {
    name,
    order_name: order,
    opens_at: new Date(opens),
    list_closes_at: new Date(listCloses),
    closed_at: new Date(closed),
    consent,
    relieving,
  };
}

async function writeRounds(
  transaction: Transaction<Database>,
  season_id: string,
  rounds: readonly RoundDates[],
): Promise<void> {
  await transaction
    .deleteFrom('season_rounds')
    .where('season_id', '=', season_id)
    .where('number', '>', rounds.length)
    .execute();
  for (const [index, { askedFrom, proposalsSent, answersUntil }] of rounds.entries()) {
    const times = {
      asked_from: new Date(askedFrom),
      proposals_at: new Date(proposalsSent),
      answers_until: new Date(answersUntil),
    };
    await transaction
      .insertInto('season_rounds')
      .values({ season_id, number: index + 1, ...times })
      .onConflict((conflict) => conflict.columns(['season_id', 'number']).doUpdateSet(times))
      .execute();
  }
}

/** Applies the dates of a season to its running round. */
async function retimeRunning(
  transaction: Transaction<Database>,
  season: WholeSeason,
  now: Date,
): Promise<void> {
  const begun = season.rounds.findLast(({ round_id }) => round_id !== null);
  if (begun?.round_id == null || begun.answers_until <= now) return;
  await retimeRound(transaction, begun.round_id, timesOf(season, begun.number));
}

/** Returns the times of a round of the timetable. Until the next round begins, the round plans again after failed proposals. */
export function timesOf({ rounds, closed_at }: WholeSeason, number: number) {
  const round = rounds[number - 1];
  if (round === undefined) throw new RangeError(`The season has no round ${number}.`);
  const endsAt = rounds[number]?.asked_from ?? closed_at;
  return { plansFrom: round.proposals_at, answersUntil: round.answers_until, endsAt };
}
