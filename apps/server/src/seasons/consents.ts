import { mustStateService } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Language } from '@mutual-transfer/domain/language/language';
import { type OwnConsent, seasonInNotice } from '@mutual-transfer/domain/seasons/season';
import { type Kysely, type NotNull, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { refuseOut } from '../agreements/exclusions.ts';
import { createNotices } from '../notices/notices.ts';
import type { Database, SeasonRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readRules } from '../platform/rules.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { consentSentence } from './seasons.ts';

interface Giving {
  seasonId: string;
  teacher: SignedIn;
  language: Language;
  /** True if the teacher must have proved their phone number or been verified. */
  needsProof: boolean;
}

/**
 * Stores a teacher's consent to the plans of a season, with the sentence that the teacher agrees to. Has no effect if the consent is given.
 *
 * @throws {AppError} `not_found`; `forbidden` for administrators; `consent_closed` unless the season asks for consent before the plan and its
 * list is open; `phone_not_proven`; `service_not_stated`; `out_of_season`.
 */
export async function giveConsent(
  transaction: Transaction<Database>,
  { seasonId, teacher, language, needsProof }: Giving,
  now: Date,
): Promise<void> {
  if (teacher.role !== 'teacher') throw new AppError('forbidden');
  const season = await lockOpenSeason(transaction, seasonId, now);
  await refuseOut(transaction, teacher.userId, now);
  const district = await findPosting(transaction, teacher.userId, needsProof, now);
  const sentence = consentSentence(season, language);
  const given = { given_at: now, withdrawn_at: null, sentence, district };
  await transaction
    .insertInto('season_consents')
    .values({
      id: newId({ msecs: now.getTime() }),
      season_id: seasonId,
      user_id: teacher.userId,
      asked_at: null,
      ...given,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['season_id', 'user_id'])
        .doUpdateSet(given)
        .where((row) =>
          row.or([
            row('season_consents.given_at', 'is', null),
            row('season_consents.withdrawn_at', 'is not', null),
          ]),
        ),
    )
    .execute();
}

/** Withdraws a consent while the list is open. Has no effect without a given consent. @throws {AppError} `not_found`, `consent_closed`. */
export function withdrawConsent(
  db: Kysely<Database>,
  seasonId: string,
  userId: string,
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockOpenSeason(transaction, seasonId, now);
    await transaction
      .updateTable('season_consents')
      .set({ withdrawn_at: now })
      .where('season_id', '=', seasonId)
      .where('user_id', '=', userId)
      .where('given_at', 'is not', null)
      .where('withdrawn_at', 'is', null)
      .execute();
  });
}

/** Returns true if teachers can give and withdraw their consent to a season. */
export function isListOpen({ consent, opens_at, list_closes_at }: SeasonRow, now: Date): boolean {
  return consent === 'before' && opens_at <= now && now < list_closes_at;
}

async function lockOpenSeason(
  transaction: Transaction<Database>,
  seasonId: string,
  now: Date,
): Promise<SeasonRow> {
  const season = await transaction
    .selectFrom('seasons')
    .selectAll()
    .where('id', '=', seasonId)
    .forShare()
    .executeTakeFirst();
  if (season === undefined) throw new AppError('not_found');
  if (!isListOpen(season, now)) throw new AppError('consent_closed');
  return season;
}

/** Returns the district of a teacher who may consent. @throws {AppError} `phone_not_proven`, `service_not_stated`. */
async function findPosting(
  transaction: Transaction<Database>,
  userId: string,
  needsProof: boolean,
  now: Date,
): Promise<string | null> {
  const { verified_at, joined_on, district } = await transaction
    .selectFrom('users')
    .select(['verified_at', 'joined_on', 'district'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (needsProof && verified_at === null) throw new AppError('phone_not_proven');
  if (mustStateService(joined_on, await readRules(transaction, now)))
    throw new AppError('service_not_stated');
  return district;
}

/** Returns a teacher's own consent for a season. */
export async function findOwnConsent(
  db: Kysely<Database>,
  seasonId: string,
  userId: string,
): Promise<OwnConsent> {
  const row = await db
    .selectFrom('season_consents')
    .select(['given_at', 'withdrawn_at', 'sentence'])
    .where('season_id', '=', seasonId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    given: row != null && row.given_at !== null && row.withdrawn_at === null,
    givenAt: row?.given_at?.toISOString() ?? null,
    withdrawnAt: row?.withdrawn_at?.toISOString() ?? null,
    sentence: row?.sentence ?? null,
  };
}

const AT_ONCE = 500;

/**
 * Asks every teacher with a listed request for their consent, once, if the season asks for it before the plan and its list is open. Each
 * question is a row, written together with its notice, so two servers ask only once.
 */
export async function askForConsent(db: Kysely<Database>, season: SeasonRow, now: Date): Promise<void> {
  const isDue = season.consent === 'before' && season.asked_at === null && season.list_closes_at > now;
  if (!isDue) return;
  let asked: number;
  do {
    asked = await askSome(db, season, now);
  } while (asked === AT_ONCE);
  await db.updateTable('seasons').set({ asked_at: now }).where('id', '=', season.id).execute();
}

function askSome(db: Kysely<Database>, season: SeasonRow, now: Date): Promise<number> {
  const { id } = season;
  return db.transaction().execute(async (transaction) => {
    const { rows: due } = await sql<{ user_id: string }>`
      select distinct user_id from requests
      where listed and not exists (
        select from season_consents where season_id = ${id} and season_consents.user_id = requests.user_id
      ) order by user_id limit ${AT_ONCE}`.execute(transaction);
    if (due.length === 0) return 0;
    const asked = await transaction
      .insertInto('season_consents')
      .values(
        due.map(({ user_id }) => ({
          id: newId({ msecs: now.getTime() }),
          season_id: id,
          user_id,
          asked_at: now,
          given_at: null,
          withdrawn_at: null,
          sentence: null,
          district: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['season_id', 'user_id']).doNothing())
      .returning('user_id')
      .$narrowType<{ user_id: NotNull }>()
      .execute();
    const content = { kind: 'consent_asked', ...seasonInNotice(season) } as const;
    const notices = asked.map(({ user_id }) => ({ recipientId: user_id, requestId: null, content }));
    await createNotices(transaction, notices, now);
    return due.length;
  });
}
