import { MATCHES_ANSWERED } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language';
import type { Match, MatchList } from '@mutual-transfer/domain/match';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, OfferRow } from '../../database/schema.ts';
import { personColumns, presentPerson } from '../../people/present.ts';
import type { Viewer } from '../../people/viewer.ts';
import { wishOf } from '../../people/wish-of.ts';
import { criterionSentence } from './criterion-sentence.ts';

type Db = Kysely<Database>;

interface RankedOffer extends OfferRow {
  readonly total: string;
}

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
  const offers = await findBestOffers(db, mine);
  const wish = wishOf(mine);
  const candidates = offers.flatMap((offer) => {
    const score = scoreOf(wish, wishOf(offer));
    return score === undefined ? [] : { offer, score };
  });
  return { matches: await present(db, candidates, viewer, language), total: Number(offers[0]?.total ?? 0) };
}

/**
 * The best offer of each other person with a place in common, in the order of matches. The two halves are two indexes:
 * who is posted where I wish to go, and who wishes to come where I am. The database only counts the places that
 * fit, which is the order of the score; what a score is, `packages/matching` says.
 */
async function findBestOffers(db: Db, mine: OfferRow): Promise<RankedOffer[]> {
  const posted = sql`(from_district = ${mine.to_district})::int
    + (from_district = ${mine.to_district} and (${mine.to_block}::text is null or from_block = ${mine.to_block}))::int`;
  const wished = sql`(to_district = ${mine.from_district})::int
    + (to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block}))::int`;
  const half = (condition: RawBuilder<SqlBool>) => sql`
    select *, ${posted} + ${wished} as places from offers
    where subject = ${mine.subject} and class_range = ${mine.class_range} and user_id <> ${mine.user_id}
      and (category is null or ${mine.category}::text is null or category = ${mine.category}) and ${condition}`;
  const { rows } = await sql<RankedOffer>`
    with candidates as (
      ${half(sql<SqlBool>`from_district = ${mine.to_district}`)}
      union all
      ${half(sql<SqlBool>`to_district = ${mine.from_district} and from_district <> ${mine.to_district}`)}
    ), best as (
      select distinct on (user_id) * from candidates
      order by user_id, places desc, (request_id is not null) desc, offered_at desc
    )
    select *, count(*) over () as total from best
    order by places desc, (request_id is not null) desc, offered_at desc, user_id
    limit ${MATCHES_ANSWERED}`.execute(db);
  return rows;
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
