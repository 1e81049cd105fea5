import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { AdminSeason, SeasonList, TransferSeason } from '@mutual-transfer/domain/seasons/season';
import {
  nextEvent,
  type SeasonDates,
  type StoppedRound,
  seasonStateAt,
} from '@mutual-transfer/domain/seasons/season-dates';
import { type Kysely, sql } from 'kysely';
import { countTeachers } from '../agreements/rounds/ready-offers.queries.ts';
import { everybody } from '../agreements/rounds/ready-offers.ts';
import { readPage } from '../database/read-page.ts';
import type { Database, SeasonRoundRow, SeasonRow } from '../database/tables.ts';
import { AppError } from '../errors.ts';

type Db = Kysely<Database>;

/** A season with the rounds of its timetable, in order. */
export interface WholeSeason extends SeasonRow {
  readonly rounds: readonly WholeRound[];
}

interface WholeRound extends SeasonRoundRow {
  /** Time at which an administrator stopped the round; null if none did. */
  readonly stopped_at: Date | null;
}

/** Language and time for which a season is presented. */
export interface Reader {
  readonly language: Language;
  readonly now: Date;
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

/** Returns the open season, else the next one, else the one that closed last; undefined if there is none. */
export async function findCurrentSeason(db: Db, now: Date): Promise<WholeSeason | undefined> {
  const current = sql<string>`(select id from seasons
    order by closed_at <= ${now}, case when closed_at > ${now} then opens_at end, closed_at desc limit 1)`;
  const [found] = wholeSeasons(await seasonRows(db).where('seasons.id', '=', current).execute());
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
export async function listSeasons(db: Db, page: PageQuery, reader: Reader): Promise<SeasonList> {
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
export function datesOf({ opens_at, list_closes_at, closed_at, rounds }: WholeSeason): SeasonDates {
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

export function presentSeason(season: WholeSeason, { language, now }: Reader): TransferSeason {
  const { opens, listCloses, rounds, closed } = datesOf(season);
  const dates = { opens, listCloses, rounds: [...rounds], stoppedRounds: stoppedOf(season), closed };
  return {
    _id: season.id,
    state: seasonStateAt(dates, now.getTime()),
    name: season.name,
    order: season.order_name,
    ...dates,
    consent: season.consent,
    relieving: season.relieving,
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
export function consentSentence({ name }: Pick<SeasonRow, 'name'>, language: Language): string {
  return messagesIn(language)('season.consent', { season: name });
}

/**
 * Returns a season with the counts of consents, and of teachers whom each round asked and included in its plan, or would if it started now.
 */
export async function presentForAdministrators(
  db: Db,
  season: WholeSeason,
  reader: Reader,
): Promise<AdminSeason> {
  const scope = { ...everybody, consentsOf: season.consent === 'before' ? season.id : null };
  const isComing = season.rounds.some(({ round_id }) => round_id === null);
  const [held, expected, consents] = await Promise.all([
    countHeld(db, season.id),
    isComing ? countTeachers(db, scope, reader.now) : undefined,
    db
      .selectFrom('season_consents')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('season_id', '=', season.id)
      .where('given_at', 'is not', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const roundCounts = season.rounds.map(({ number, round_id }) => {
    const counts = round_id === null ? expected : held.get(round_id);
    return { number, roundId: round_id, ...(counts ?? { asked: 0, ready: 0 }) };
  });
  return {
    ...presentSeason(season, reader),
    createdAt: season.created_at.toISOString(),
    consents: Number(consents.count),
    roundCounts,
  };
}

async function countHeld(db: Db, seasonId: string): Promise<Map<string, { asked: number; ready: number }>> {
  const { rows } = await sql<{ id: string; asked: number; ready: number }>`
    select round_id as id, count(asked_at)::int as asked, count(ready_at)::int as ready
    from round_teachers where round_id in (select id from rounds where season_id = ${seasonId})
    group by round_id`.execute(db);
  return new Map(rows.map(({ id, asked, ready }) => [id, { asked, ready }]));
}
