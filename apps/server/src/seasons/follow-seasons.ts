import type { NewRound } from '@mutual-transfer/domain/agreements/round';
import { MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Scope } from '../agreements/ready-offers.ts';
import { beginRound, endAfter, finishRoundOfTimetable } from '../agreements/rounds.ts';
import { signedIn } from '../http/policy.ts';
import { writeAudit } from '../people/audit.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { takeSteps } from '../platform/repeat-work.ts';
import { allowedRing, readRules } from '../platform/rules.ts';
import { askForConsent } from './consents.ts';
import { findOpenSeason, findSeason, timesOf } from './seasons.ts';

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

type Named = Pick<NewRound, 'districts' | 'subjects'>;

/**
 * Starts a round outside the timetable. While a season is open, the round belongs to it, and plans with its consents if the season asks for
 * consent before the plan. Only one such round runs at a time.
 *
 * @throws {AppError} `validation_failed` for ring sizes that the rules forbid, `window_closed`, `list_open`, `round_under_way`.
 */
export async function startRound(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  input: NewRound,
  now: Date,
): Promise<string> {
  const { hours, days } = input;
  const rules = await readRules(transaction, now);
  const maxRing = allowedRing(rules, input.maxRing);
  if (!rules.isOpen) throw new AppError('window_closed');
  const season = await findOpenSeason(transaction, now);
  const silenceAgrees = season?.consent === 'before';
  if (silenceAgrees && season.list_closes_at > now) throw new AppError('list_open');
  const lasts = endAfter(days, now);
  const endsAt = season !== undefined && season.closed_at < lasts ? season.closed_at : lasts;
  const times = { plansFrom: now, answersUntil: null, endsAt };
  const ofSeason = { seasonId: season?.id ?? null, number: null, silenceAgrees };
  const startedBy = signedIn(request).userId;
  const id = await beginRound(
    transaction,
    { ...codesOf(input), ...ofSeason, maxRing, hours, startedBy, times },
    now,
  );
  await writeAudit(
    transaction,
    request,
    { action: 'round.start', details: { round: id, maxRing, hours, days } },
    now,
  );
  return id;
}

/** Returns the scope that a round would have if it started now. */
export async function expectedScope(db: Kysely<Database>, named: Named, now: Date): Promise<Scope> {
  const season = await findOpenSeason(db, now);
  return { ...codesOf(named), consentsOf: season?.consent === 'before' ? season.id : null, roundId: null };
}

function codesOf({ districts, subjects }: Named): Pick<Scope, 'districts' | 'subjects'> {
  return {
    districts: districts?.flatMap((name) => districtByName(name)?.code ?? []) ?? null,
    subjects: subjects?.flatMap((name) => subjectByName(name)?.code ?? []) ?? null,
  };
}
