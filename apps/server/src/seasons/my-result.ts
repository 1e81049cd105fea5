import type { AgreementState } from '@mutual-transfer/domain/agreements/agreement-steps';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { MySeasonResult, SeasonOutcome } from '@mutual-transfer/domain/seasons/season';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { findOwnConsent } from './consents.queries.ts';
import { isListOpen } from './consents.ts';
import { findSeat, findStanding, type Seat, type Standing } from './my-result.queries.ts';
import type { Reader, WholeSeason } from './seasons.queries.ts';

/** Returns the result of a season for a teacher, with its reason as a sentence. */
export async function readMyResult(
  db: Kysely<Database>,
  season: WholeSeason,
  userId: string,
  { language, now }: Reader,
): Promise<MySeasonResult> {
  const [seat, standing, consent] = await Promise.all([
    findSeat(db, season, userId),
    findStanding(db, season.id, userId),
    findOwnConsent(db, season.id, userId),
  ]);
  const outcome = seat === undefined ? outcomeWithout(standing, season, consent.given) : outcomeOf(seat);
  return {
    outcome,
    reason: messagesIn(language)(`result.${outcome}`),
    round: standing.round,
    agreementId: seat?.agreementId ?? null,
    consent,
    mayConsent: isListOpen(season, now),
  };
}

function outcomeWithout(
  { hasRequest, wasReady, round }: Standing,
  { consent }: WholeSeason,
  isGiven: boolean,
): SeasonOutcome {
  if (wasReady) return 'no_ring';
  if (!hasRequest) return 'no_request';
  if (consent === 'before' && !isGiven) return 'no_consent';
  if (round === null) return 'not_planned';
  return consent === 'before' ? 'not_included' : 'not_ready';
}

const outcomes = {
  completed: 'moved',
  agreed: 'agreed',
  in_progress: 'agreed',
  proposed: 'proposed',
  superseded: 'other_agreement',
} as const satisfies Partial<Record<AgreementState, SeasonOutcome>>;

function outcomeOf({ state, ...seat }: Seat): SeasonOutcome {
  if (state === 'declined' || state === 'lapsed' || state === 'broken') return outcomeOfEnded(seat);
  return outcomes[state];
}

function outcomeOfEnded({ reason, answer, endedByMe }: Omit<Seat, 'state'>): SeasonOutcome {
  if (answer === 'no' || endedByMe) return 'you_declined';
  if (reason === 'deadline') return answer === 'open' ? 'you_were_silent' : 'member_silent';
  return reason === 'refused' || reason === 'left' ? 'member_declined' : 'ended';
}
