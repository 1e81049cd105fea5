import { mustStateService } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, SeasonRow } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { readRules } from '../rules/rules.queries.ts';
import type { SignedIn } from '../sessions/viewer.ts';
import { consentSentence } from './seasons.queries.ts';

interface Giving {
  readonly seasonId: string;
  readonly teacher: SignedIn;
  readonly language: Language;
  /** True if the teacher must have proved their phone number or been verified. */
  readonly needsProof: boolean;
}

/**
 * Stores a teacher's consent to the plans of a season, with the sentence that the teacher agrees to. Has no effect if the consent is given.
 *
 * @throws {AppError} `not_found`; `forbidden` for administrators; `consent_closed` unless the season asks for consent before the plan and its
 * list is open; `phone_not_proven`; `service_not_stated`.
 */
export async function giveConsent(
  transaction: Transaction<Database>,
  { seasonId, teacher, language, needsProof }: Giving,
  now: Date,
): Promise<void> {
  if (teacher.role !== 'teacher') throw new AppError('forbidden');
  const season = await lockOpenSeason(transaction, seasonId, now);
  await refuseUnproven(transaction, teacher.userId, needsProof, now);
  const given = { given_at: now, withdrawn_at: null, sentence: consentSentence(season, language) };
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

async function refuseUnproven(
  transaction: Transaction<Database>,
  userId: string,
  needsProof: boolean,
  now: Date,
): Promise<void> {
  const { verified_at, joined_on } = await transaction
    .selectFrom('users')
    .select(['verified_at', 'joined_on'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (needsProof && verified_at === null) throw new AppError('phone_not_proven');
  if (mustStateService(joined_on, await readRules(transaction, now)))
    throw new AppError('service_not_stated');
}
