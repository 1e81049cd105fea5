import type { NewRound } from '@mutual-transfer/domain/agreements/round';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../accounts/audit.ts';
import type { Scope } from '../agreements/rounds/ready-offers.queries.ts';
import { beginRound, endAfter } from '../agreements/rounds/rounds.service.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { allowedRing } from '../rules/group-size.ts';
import { readRules } from '../rules/rules.queries.ts';
import { findOpenSeason } from './seasons.queries.ts';

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
  return { ...codesOf(named), consentsOf: season?.consent === 'before' ? season.id : null };
}

function codesOf({ districts, subjects }: Named): Pick<Scope, 'districts' | 'subjects'> {
  return {
    districts: districts?.flatMap((name) => districtByName(name)?.code ?? []) ?? null,
    subjects: subjects?.flatMap((name) => subjectByName(name)?.code ?? []) ?? null,
  };
}
