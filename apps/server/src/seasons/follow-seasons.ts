import { MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import type { Kysely } from 'kysely';
import { beginRound, finishRoundOfTimetable } from '../agreements/rounds/rounds.service.ts';
import type { Database } from '../database/tables.ts';
import { takeSteps } from '../process-each.ts';
import { readRules } from '../rules/rules.queries.ts';
import { askForConsent } from './ask-for-consent.ts';
import { findOpenSeason, findSeason } from './seasons.queries.ts';
import { timesOf } from './seasons.service.ts';

/** Does the due work of the open season's timetable: asks for consent, and starts rounds. */
export async function followSeasons(db: Kysely<Database>, now: Date): Promise<void> {
  const season = await findOpenSeason(db, now);
  if (season === undefined) return;
  await takeSteps([() => askForConsent(db, season, now), () => startDueRound(db, season.id, now)]);
}

/**
 * Starts the due round of the timetable unless its deadline for answers has passed. If several rounds are due, starts the latest one and
 * marks the earlier ones as started with it. Locked rows ensure that only one of several servers starts it.
 */
async function startDueRound(db: Kysely<Database>, seasonId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('season_rounds')
      .select(['number', 'proposals_at', 'answers_until'])
      .where('season_id', '=', seasonId)
      .where('round_id', 'is', null)
      .where('asked_from', '<=', now)
      .where('answers_until', '>', now)
      .orderBy('number')
      .forUpdate()
      .execute();
    const latest = due.at(-1);
    if (latest === undefined) return;
    const season = await findSeason(transaction, seasonId);
    const { largestGroup: maxRing } = await readRules(transaction, now);
    const hours = Math.ceil(
      (latest.answers_until.getTime() - latest.proposals_at.getTime()) / MILLISECONDS_AN_HOUR,
    );
    await finishRoundOfTimetable(transaction, now);
    const ofSeason = { seasonId, number: latest.number, silenceAgrees: season.consent === 'before' };
    const everybody = { subjects: null, districts: null, startedBy: null };
    const times = timesOf(season, latest.number);
    const round_id = await beginRound(transaction, { ...ofSeason, ...everybody, maxRing, hours, times }, now);
    await transaction
      .updateTable('season_rounds')
      .set({ round_id })
      .where('season_id', '=', seasonId)
      .where(
        'number',
        'in',
        due.map(({ number }) => number),
      )
      .execute();
  });
}
