import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import { type Kysely, sql } from 'kysely';
import { prepared } from '../database/postgres-dialect.ts';
import type { Database, OfferRow } from '../database/tables.ts';
import type { MatchCounts, OfferId } from '../offers/index/match-index.ts';
import { offerRow } from '../offers/offers.queries.ts';
import { wishColumns, wishOf } from '../offers/wish-of.ts';
import { excludedIds, isUnblocked } from '../privacy/excluded-pairs.queries.ts';
import { type PersonRow, personSelected } from '../privacy/present.ts';

type Db = Kysely<Database>;

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

/** Page of candidates, best first, with the total numbers. */
export interface Candidates extends MatchCounts {
  readonly candidates: readonly Candidate[];
}

/** Page of the candidates of a kind to find; of all kinds if `kind` is undefined. */
export interface CandidatePage extends PageQuery {
  readonly kind?: MatchKind | undefined;
}

const leftOut = prepared<OfferRow>(
  'offers left out of matches',
  sql`select ${sql.raw(offerRow.join(', '))} from offers
    where user_id = any(array(select $1::uuid union all ${excludedIds(sql`$1`)}))`,
);

/** Returns the teacher's own offers, and the offers of teachers with a block between them. The teacher's matches leave out both. */
export function findLeftOut(db: Db, userId: string): Promise<OfferRow[]> {
  return leftOut(db, [userId]);
}

const candidates = prepared<CandidateOffer>(
  'candidates',
  sql`select ${candidateSelected} from (
      select * from offers where request_id = any($2::uuid[])
      union all select * from offers where request_id is null and user_id = any($3::uuid[])
    ) as offers join users on users.id = offers.user_id
    where offers.user_id <> $1 and ${isUnblocked('offers.user_id', sql`$1`)} and users.is_active`,
);

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
  const rows = await candidates(db, [myId, requestIds, userIds]);
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
