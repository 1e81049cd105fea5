import { MATCHES_ANSWERED } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language';
import type { Match, MatchList } from '@mutual-transfer/domain/match';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import type { Kysely } from 'kysely';
import type { Database, OfferRow } from '../../database/schema.ts';
import { personColumns, presentPerson } from '../../people/present.ts';
import type { Viewer } from '../../people/viewer.ts';
import { wishOf } from '../../people/wish-of.ts';
import { criterionSentence } from './criterion-sentence.ts';

type Db = Kysely<Database>;

interface Candidate {
  readonly offer: OfferRow;
  readonly score: Score;
}

/**
 * The best matches of an active request, at most 100, and how many there are: perfect ones first, then by score,
 * then those with an active request, then the newest, then by id; one entry a person. A request that is not active
 * has none.
 */
export async function matchesOf(
  db: Db,
  requestId: string,
  viewer: Viewer,
  language: Language,
): Promise<MatchList> {
  const mine = await db
    .selectFrom('offers')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (mine === undefined) return { matches: [], total: 0 };
  const candidates = bestOfEach(mine, await findCandidates(db, mine));
  const shown = candidates.slice(0, MATCHES_ANSWERED);
  return { matches: await present(db, shown, viewer, language), total: candidates.length };
}

/** Offers of others with a place in common: those posted where I wish to go, and those who wish to come to me. */
async function findCandidates(db: Db, mine: OfferRow): Promise<OfferRow[]> {
  const stratum = db
    .selectFrom('offers')
    .selectAll()
    .where('subject', '=', mine.subject)
    .where('class_range', '=', mine.class_range)
    .where('user_id', '!=', mine.user_id);
  return stratum
    .where('from_district', '=', mine.to_district)
    .unionAll(
      stratum.where('to_district', '=', mine.from_district).where('from_district', '!=', mine.to_district),
    )
    .execute();
}

/** The candidates that score, best first, and of each person only their best offer. */
function bestOfEach(mine: OfferRow, offers: readonly OfferRow[]): Candidate[] {
  const wish = wishOf(mine);
  const best = new Map<string, Candidate>();
  for (const offer of offers) {
    const score = scoreOf(wish, wishOf(offer));
    if (score === undefined) continue;
    const candidate = { offer, score };
    const known = best.get(offer.user_id);
    if (known === undefined || compare(candidate, known) < 0) best.set(offer.user_id, candidate);
  }
  return [...best.values()].sort(compare);
}

/** A perfect match scores 100 and nothing else does, so the score alone puts perfect ones first. */
function compare(first: Candidate, second: Candidate): number {
  return (
    second.score.points - first.score.points ||
    Number(second.offer.request_id !== null) - Number(first.offer.request_id !== null) ||
    second.offer.offered_at.getTime() - first.offer.offered_at.getTime() ||
    (first.offer.user_id < second.offer.user_id ? -1 : 1)
  );
}

async function present(
  db: Db,
  candidates: readonly Candidate[],
  viewer: Viewer,
  language: Language,
): Promise<Match[]> {
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ offer }) => offer.user_id);
  const people = await db.selectFrom('users').select(personColumns).where('users.id', 'in', ids).execute();
  const byId = new Map(people.map((person) => [person.personId, person]));
  return candidates.flatMap(({ offer, score }) => {
    const person = byId.get(offer.user_id);
    if (person === undefined) return [];
    const hasActiveRequest = offer.request_id !== null;
    const wish = {
      district: offer.to_district,
      block: offer.to_block,
      subject: offer.subject,
      classRange: offer.class_range,
    };
    return {
      user: presentPerson(person, viewer, wish, hasActiveRequest),
      matchScore: score.points,
      isPerfectMatch: score.isPerfect,
      matchCriteria: score.criteria.map((criterion) => criterionSentence(criterion, language)),
      hasActiveRequest,
    };
  });
}
