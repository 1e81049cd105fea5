import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database, OfferRow } from '../database/tables.ts';
import type { MatchCounts, OfferId } from '../offers/index/match-index.ts';
import { offerRow } from '../offers/offers.queries.ts';
import { wishColumns, wishOf } from '../offers/wish-of.ts';
import { excludedIds, isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { type PersonRow, personSelected } from '../privacy/present.ts';
import { isOfOneKind } from '../rules/one-kind.ts';

type Db = Kysely<Database>;

/** Number of places in common in a perfect match: district and block at both ends. */
const ALL_PLACES = 4;

/** Offer whose matches are searched, with the rules of today. */
export type Own = OfferRow & { readonly rules: Rules };

/** Columns that are read of a candidate's offer. */
const candidateColumns = ['user_id', 'request_id', 'joined_on', ...wishColumns] as const;

/** Offer of a candidate, with the candidate's account. */
export type CandidateOffer = Pick<OfferRow, (typeof candidateColumns)[number]> & PersonRow;

/** Best offer of a teacher who could swap, with its score. */
export interface Candidate {
  readonly offer: CandidateOffer;
  readonly score: Score;
}

/** SQL that selects the columns of a candidate's offer and account. */
const candidateSelected = sql.raw(
  [...candidateColumns.map((column) => `offers.${column}`), ...personSelected].join(', '),
);

/** Columns of an offer as SQL. */
const offerSelected = sql.raw(offerRow.join(', '));

/** Page of candidates, best first, with the total numbers. */
export interface Candidates extends MatchCounts {
  readonly candidates: readonly Candidate[];
}

/** Page of the candidates of a kind to find; of all kinds if `kind` is undefined. */
export interface CandidatePage extends PageQuery {
  readonly kind?: MatchKind | undefined;
}

/** Returns the teacher's own offers, and the offers of teachers with a block between them. The teacher's matches leave out both. */
export async function findLeftOut(db: Db, userId: string): Promise<OfferRow[]> {
  const query = sql<OfferRow>`select ${offerSelected} from offers
    where user_id = any(array(select ${userId}::uuid union all ${excludedIds(userId)}))`;
  return executePrepared(db, 'offers left out of matches', query.compile(db));
}

/**
 * Returns the current rows of these offers, in the given order. Leaves out offers that no longer exist, the viewer's own, and offers of
 * teachers separated from the viewer by a block.
 */
export async function readCandidates(
  db: Db,
  { user_id: myId }: Own,
  offers: readonly OfferId[],
): Promise<CandidateOffer[]> {
  if (offers.length === 0) return [];
  const requestIds = offers.flatMap(({ request_id }) => request_id ?? []);
  const userIds = offers.filter(({ request_id }) => request_id === null).map(({ user_id }) => user_id);
  const query = sql<CandidateOffer>`
    select ${candidateSelected} from (
      select * from offers where request_id = any(${requestIds}::uuid[])
      union all select * from offers where request_id is null and user_id = any(${userIds}::uuid[])
    ) as offers join users on users.id = offers.user_id
    where offers.user_id <> ${myId} and ${isUnblocked('offers.user_id', myId)} and users.is_active`;
  const rows = await executePrepared(db, 'candidates', query.compile(db));
  const byId = new Map(rows.map((row) => [row.request_id ?? row.user_id, row]));
  return offers.flatMap(({ request_id, user_id }) => byId.get(request_id ?? user_id) ?? []);
}

/** Returns the offers that the rules allow to swap with `mine`, with their scores. */
export function scored(mine: Own, offers: readonly CandidateOffer[]): Candidate[] {
  const { rules } = mine;
  if (!hasServed(mine.joined_on, rules)) return [];
  return offers.flatMap((offer) => {
    const score = scoreOf(wishOf(mine), wishOf(offer), rules.mustBeEqual);
    return score === undefined || !hasServed(offer.joined_on, rules) ? [] : [{ offer, score }];
  });
}

/** Finds the candidates in the database, without an index. Sorting by number of places in common equals sorting by score. */
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
 * Returns SQL expressions for the places that an offer of the query has in common with `mine`, each from 0 to 2: `posted` counts the
 * offer's district and block that `mine` wishes for; `wished` counts the offer's wished district and block that are those of `mine`.
 */
export function placesInCommon(mine: OfferRow): Record<'posted' | 'wished', RawBuilder<number>> {
  return {
    posted: sql<number>`((from_district = ${mine.to_district})::int
      + (from_district = ${mine.to_district} and (${mine.to_block}::text is null or from_block = ${mine.to_block}))::int)`,
    wished: sql<number>`((to_district = ${mine.from_district})::int
      + (to_district = ${mine.from_district} and (to_block is null or to_block = ${mine.from_block}))::int)`,
  };
}

/**
 * Returns a subquery of other teachers' offers that have a place in common with `mine` and may match it under the rules, with all columns.
 */
export function eitherEnd(mine: Own): RawBuilder<unknown> {
  return sql`
    select * from offers
    where ${isOfOneKind(mine, mine.rules)} and ${isOfOthers(mine)}
      and ${sql<SqlBool>`(from_district = ${mine.to_district} or to_district = ${mine.from_district})`}`;
}

/** Returns the SQL condition that an offer belongs to another teacher, and that no block separates this teacher from the owner of `mine`. */
function isOfOthers({ user_id }: Own): RawBuilder<SqlBool> {
  return sql<SqlBool>`user_id <> ${user_id} and ${isUnblocked('user_id', user_id)}`;
}
