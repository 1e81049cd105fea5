import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import {
  type AdminSeason,
  type NewSeason,
  type SeasonChange,
  type SeasonFieldChange,
  type SeasonList,
  seasonName,
  type TransferSeason,
} from '@mutual-transfer/domain/seasons/season';

import {
  changesOfThePast,
  datesTooFar,
  nextEvent,
  problemsOfDates,
  problemsOfNewSeason,
  type RoundDates,
  type SeasonDates,
  type StoppedRound,
  seasonStateAt,
} from '@mutual-transfer/domain/seasons/season-dates';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isOut } from '../agreements/exclusions.ts';
import { countTeachers, everybody } from '../agreements/ready-offers.ts';
import { retimeRound } from '../agreements/rounds.ts';
import { ownerTag, refuseStale } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { writeAudit } from '../people/audit.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database, Db, SeasonRoundRow, SeasonRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/** A season with the rounds of its timetable, in order. */
export interface WholeSeason extends SeasonRow {
  rounds: readonly WholeRound[];
}

interface WholeRound extends SeasonRoundRow {
  /** Time at which an administrator stopped the round; null if none did. */
  stopped_at: Date | null;
}

/** Language and time for which a season is presented. */
export interface SeasonReader {
  language: Language;
  now: Date;
}

/** Returns the season that is open at this time, or undefined. */
export function findOpenSeason(db: Db, now: Date): Promise<SeasonRow | undefined> {
  return db
    .selectFrom('seasons')
    .selectAll()
    .where('opens_at', '<=', now)
    .where('closed_at', '>', now)
    .executeTakeFirst();
}

/** Selects the id of the open season, else the next one, else the one that closed last. */
export function currentSeasonId(now: Date): RawBuilder<string> {
  return sql<string>`(select id from seasons
    order by closed_at <= ${now}, case when closed_at > ${now} then opens_at end, closed_at desc limit 1)`;
}

/** Returns that season; undefined if there is none. */
export async function findCurrentSeason(db: Db, now: Date): Promise<WholeSeason | undefined> {
  const [found] = wholeSeasons(await seasonRows(db).where('seasons.id', '=', currentSeasonId(now)).execute());
  return found;
}

/** Returns a season. @throws {AppError} `not_found`. */
export async function findSeason(db: Db, id: string): Promise<WholeSeason> {
  const [found] = await findSeasons(db, [id]);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

async function findSeasons(db: Db, ids: readonly string[]): Promise<WholeSeason[]> {
  if (ids.length === 0) return [];
  const found = wholeSeasons(await seasonRows(db).where('seasons.id', 'in', ids).execute());
  const byId = new Map(found.map((season) => [season.id, season]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the query of seasons with one row for each round of their timetables, in order. */
function seasonRows(db: Db) {
  return db
    .selectFrom('seasons')
    .innerJoin('season_rounds', 'season_rounds.season_id', 'seasons.id')
    .leftJoin('rounds', (join) => join.onRef('rounds.id', '=', 'round_id').on('state', '=', 'stopped'))
    .selectAll('seasons')
    .selectAll('season_rounds')
    .select('rounds.ended_at as stopped_at')
    .orderBy('season_rounds.number');
}

function wholeSeasons(rows: readonly (SeasonRow & WholeRound)[]): WholeSeason[] {
  const roundsOf = Map.groupBy(rows, ({ season_id }) => season_id);
  return [...roundsOf.values()].flatMap((rounds) =>
    rounds[0] === undefined ? [] : { ...rounds[0], rounds },
  );
}

/** Returns a page of the seasons, latest first. */
export async function listSeasons(db: Db, page: PageQuery, reader: SeasonReader): Promise<SeasonList> {
  const query = db.selectFrom('seasons').select('id').orderBy('opens_at', 'desc');
  const { rows, pagination } = await readPage(query, page);
  const seasons = await findSeasons(
    db,
    rows.map(({ id }) => id),
  );
  return {
    seasons: seasons.map((season) => presentSeason(season, reader)),
    pagination,
  };
}

/** Returns the dates of a season as ISO texts. */
function datesOf({ opens_at, list_closes_at, closed_at, rounds }: WholeSeason): SeasonDates {
  return {
    opens: opens_at.toISOString(),
    listCloses: list_closes_at.toISOString(),
    rounds: rounds.map(({ asked_from, proposals_at, answers_until }) => ({
      askedFrom: asked_from.toISOString(),
      proposalsSent: proposals_at.toISOString(),
      answersUntil: answers_until.toISOString(),
    })),
    closed: closed_at.toISOString(),
  };
}

export function presentSeason(season: WholeSeason, { language, now }: SeasonReader): TransferSeason {
  const { opens, listCloses, rounds, closed } = datesOf(season);
  const dates = { opens, listCloses, rounds: [...rounds], stoppedRounds: stoppedOf(season), closed };
  return {
    _id: season.id,
    state: seasonStateAt(dates, now.getTime()),
    name: seasonName(season, language),
    order: season.order_name,
    ...dates,
    consent: season.consent,
    relieving: season.relieving,
    scrutiny: season.scrutiny,
    objectionDays: season.objection_days,
    next: nextEvent(dates, now.getTime()),
    consentSentence: season.consent === 'before' ? consentSentence(season, language) : null,
  };
}

function stoppedOf({ rounds }: WholeSeason): StoppedRound[] {
  return rounds.flatMap(({ number, stopped_at }) =>
    stopped_at === null ? [] : [{ round: number, at: stopped_at.toISOString() }],
  );
}

/** Returns the sentence that a teacher agrees to with their consent. */
export function consentSentence(season: Pick<SeasonRow, 'name' | 'names'>, language: Language): string {
  return messagesIn(language)('season.consent', { season: seasonName(season, language) });
}

/**
 * Returns a season with the counts of consents, and of teachers whom each round asked and included in its plan, or would if it started now.
 */
export async function presentForAdministrators(
  db: Db,
  season: WholeSeason,
  reader: SeasonReader,
): Promise<AdminSeason> {
  const scope = { ...everybody, consentsOf: season.consent === 'before' ? season.id : null };
  const isOpen = season.opens_at <= reader.now && season.closed_at > reader.now;
  const takesPart = isOpen ? sql`not ${isOut('season_consents.user_id', reader.now)}` : sql`true`;
  const [held, expected, byDistrict] = await Promise.all([
    countHeld(db, season),
    season.closed_at > reader.now ? countTeachers(db, scope, reader.now) : undefined,
    sql<{ district: string; consents: number }>`
      select district, count(*)::int as consents from season_consents
      where season_id = ${season.id} and given_at is not null and withdrawn_at is null and user_id is not null
        and ${takesPart}
      group by district order by district`.execute(db),
  ]);
  const roundCounts = season.rounds.map(({ number, round_id }) => {
    const counts = round_id === null ? expected : (held.get(round_id) ?? expected);
    return { number, roundId: round_id, ...(counts ?? { asked: 0, ready: 0 }) };
  });
  return {
    ...presentSeason(season, reader),
    name: season.name,
    names: season.names,
    createdAt: season.created_at.toISOString(),
    consents: byDistrict.rows.reduce((sum, { consents }) => sum + consents, 0),
    consentsByDistrict: byDistrict.rows.map(({ district, consents }) => ({
      district: districtByCode(district).name,
      consents,
    })),
    roundCounts,
  };
}

/**
 * Counts the teachers of each round that was planned or stopped, and of one that asks for readiness those so far. A round of a season with
 * consent before the plan has none until its plan.
 */
async function countHeld(
  db: Db,
  { id, consent }: WholeSeason,
): Promise<Map<string, { asked: number; ready: number }>> {
  const { rows } = await sql<{ id: string; asked: number; ready: number }>`
    select rounds.id, count(round_teachers.asked_at)::int as asked, count(ready_at)::int as ready
    from rounds left join round_teachers on round_id = rounds.id
    where season_id = ${id} and (${consent} = 'after' or planned_at is not null or state = 'stopped')
    group by rounds.id`.execute(db);
  return new Map(rows.map(({ id, asked, ready }) => [id, { asked, ready }]));
}

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
  db: Db,
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
  db: Db,
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
  return ownerTag([settingsOf(season), datesOf(season)]);
}

function changed(before: WholeSeason, change: SeasonChange): NewSeason {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { rounds, ...dates } = datesOf(before);
  return { ...settingsOf(before), ...dates, rounds: [...rounds], ...given };
}

/** Returns the fields of a season that are no dates. */
function settingsOf(season: SeasonRow) {
  const {
    name,
    names,
    order_name: order,
    consent,
    relieving,
    scrutiny,
    objection_days: objectionDays,
  } = season;
  return { name, names, order, consent, relieving, scrutiny, objectionDays };
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

function columnsOf(season: NewSeason) {
  const { name, names, order, opens, listCloses, closed, consent, relieving, scrutiny, objectionDays } =
    season;
  return {
    name,
    names: JSON.stringify(names),
    order_name: order,
    opens_at: new Date(opens),
    list_closes_at: new Date(listCloses),
    closed_at: new Date(closed),
    consent,
    relieving,
    scrutiny,
    objection_days: objectionDays,
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

/** Returns the settings that differ, with both values. A date of a round is named like `rounds.0.answersUntil`. */
function changesOf(before: WholeSeason, after: WholeSeason): SeasonFieldChange[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function valuesOf(season: WholeSeason): Map<string, string | boolean | number> {
  const { names, ...settings } = settingsOf(season);
  const { rounds, ...dates } = datesOf(season);
  const ofNames = Object.entries(names).map(([language, name]) => [`names.${language}`, name] as const);
  const ofRounds = rounds.flatMap((round, index) =>
    Object.entries(round).map(([field, date]) => [`rounds.${index}.${field}`, date] as const),
  );
  return new Map([...Object.entries({ ...settings, ...dates }), ...ofNames, ...ofRounds]);
}
