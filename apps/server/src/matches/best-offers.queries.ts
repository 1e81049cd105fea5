import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, OfferRow } from '../database/tables/schema.ts';
import type { MatchCounts, OfferId } from '../offers/index/match-index.ts';
import { excludedIds, isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { type PersonRow, personSelected } from '../privacy/present.ts';
import { wishColumns, wishOf } from '../privacy/wish-of.ts';
import { isOfOneKind } from '../rules/one-kind.ts';

type Db = Kysely<Database>;

/** Number of places in common of a perfect match: district and block at both ends. */
const ALL_PLACES = 4;

/** Offer whose matches are wanted, with the rules of today. */
export type Own = OfferRow & { readonly rules: Rules };

/** Columns read of a candidate's offer. */
const candidateColumns = ['user_id', 'request_id', 'joined_on', ...wishColumns] as const;

/** Offer of a candidate with its teacher. */
export type CandidateOffer = Pick<OfferRow, (typeof candidateColumns)[number]> & PersonRow;

/** Best offer of a teacher who could swap. */
export interface Candidate {
  readonly offer: CandidateOffer;
  readonly score: Score;
}

/** Columns of offers and users as SQL. */
const candidateSelected = sql.raw(
  [...candidateColumns.map((column) => `offers.${column}`), ...personSelected].join(', '),
);

/** Page of candidates, best first, with the numbers of all. */
export interface Candidates extends MatchCounts {
  readonly candidates: readonly Candidate[];
}

/** Page of the candidates of a kind. All kinds if undefined. */
export interface CandidatePage extends PageQuery {
  readonly kind?: MatchKind | undefined;
}

/** Returns the teacher's own offers, and those of teachers with a block between them. */
export async function findLeftOut(db: Db, userId: string): Promise<OfferId[]> {
  const query = sql<OfferId>`select request_id, user_id from offers
    where user_id = any(array(select ${userId}::uuid union all ${excludedIds(userId)}))`;
  return executePrepared(db, 'offers left out of matches', query.compile(db));
}

/** Returns those of the offers that other teachers without a block still have, with their current columns, in the given order. */
export async function readCandidates(
  db: Db,
  { user_id: myId }: Own,
  offers: readonly OfferId[],
): Promise<CandidateOffer[]> {
  if (offers.length === 0) return [];
  const requestIds = offers.flatMap(({ request_id }) => request_id ?? []);
  const userIds = offers.filter(({ request_id }) => request_id === null).map(({ user_id }) => user_id);
  const query = sql<CandidateOffer>`
    select ${candidateSelected} from offers join users on users.id = offers.user_id
    where offers.user_id <> ${myId} and ${isUnblocked('offers.user_id', myId)} and users.is_active and (
      request_id = any(${requestIds}::uuid[]) or (request_id is null and user_id = any(${userIds}::uuid[])))`;
  const rows = await executePrepared(db, 'candidates', query.compile(db));
  const byId = new Map(rows.map((row) => [row.request_id ?? row.user_id, row]));
  return offers.flatMap(({ request_id, user_id }) => byId.get(request_id ?? user_id) ?? []);
}

/** Returns the candidates that the rules let swap with mine. */
export function scored(mine: Own, offers: readonly CandidateOffer[]): Candidate[] {
  const { rules } = mine;
  if (!hasServed(mine.joined_on, rules)) return [];
  return offers.flatMap((offer) => {
    const score = scoreOf(wishOf(mine), wishOf(offer), rules.mustBeEqual);
    return score === undefined || !hasServed(offer.joined_on, rules) ? [] : [{ offer, score }];
  });
}

/** Finds the candidates with a plain query. Sorting by the number of places in common equals sorting by score. */
export async function fromDatabase(
  db: Db,
  mine: Own,
  { page, limit, kind }: CandidatePage,
): Promise<Candidates> {
  const { posted, wished } = placesInCommon(mine);
  const { rows } = await sql<MatchCounts & (CandidateOffer | { user_id: null })>`
    with candidates as materialized (
      select *, ${posted} + ${wished} as places, ${wished} > 0 as wishing from (${eitherEnd(mine)}) as found
    ), best as (
      select distinct on (user_id) * from candidates order by user_id, places desc, request_id desc nulls last
    ), wanting as (
      select distinct on (user_id) * from candidates
      where wishing and user_id not in (select user_id from best where places = ${ALL_PLACES})
      order by user_id, places desc, request_id desc nulls last
    ), page as (
      select * from ${sql.ref(kind === undefined ? 'best' : 'wanting')} order by places desc, (request_id is not null) desc, coalesce(request_id, user_id) desc
      limit ${limit} offset ${(page - 1) * limit}
    )
    select counted.*, listed.* from (
      select count(*)::int as total, count(*) filter (where places = ${ALL_PLACES})::int as perfect,
        (select count(*)::int from wanting) as "wantsYourPlace" from best
    ) as counted
    left join (
      select offers.places, ${candidateSelected} from page as offers join users on users.id = offers.user_id
      where users.is_active
    ) as listed on true
    order by places desc, (request_id is not null) desc, coalesce(request_id, user_id) desc`.execute(db);
  const offers = rows.flatMap((row) => (row.user_id === null ? [] : [row]));
  const { total = 0, perfect = 0, wantsYourPlace = 0 } = rows[0] ?? {};
  return { candidates: scored(mine, offers), total, perfect, wantsYourPlace };
}

/**
 * SQL for the places in common with an offer, 0 to 2 each: `posted` counts its district and block that I wish for, `wished` its wished
 * district and block that are mine.
 */
export function placesInCommon(mine: OfferRow): Record<'posted' | 'wished', RawBuilder<number>> {
  return {
    posted: sql<number>`((from_district = ${mine.to_district})::int
      + (from_district = ${mine.to_district} and (${mine.to_block}::text is null or from_block = ${mine.to_block}))::int)`,
    wished: sql<number>`((to_district = ${mine.from_district})::int
      + (to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block}))::int)`,
  };
}

/** SQL for other teachers' offers with a place in common that the rules let match mine, with all columns. */
export function eitherEnd(mine: Own): RawBuilder<unknown> {
  return sql`
    select * from offers
    where ${isOfOneKind(mine, mine.rules)} and ${isOfOthers(mine)}
      and ${sql<SqlBool>`(from_district = ${mine.to_district} or to_district = ${mine.from_district})`}`;
}

/** SQL condition that an offer is another teacher's and that there is no block between them and me. */
function isOfOthers({ user_id }: Own): RawBuilder<SqlBool> {
  return sql<SqlBool>`user_id <> ${user_id} and ${isUnblocked('user_id', user_id)}`;
}
