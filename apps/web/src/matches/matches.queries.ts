import { MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { MatchKind, MatchList } from '@mutual-transfer/domain/matching/match';
import type { RingAdvice, RingList } from '@mutual-transfer/domain/matching/ring';
import { callQuery } from '../platform/queries.ts';

/** Best matches, the counts of all matches, and when the next contact opens if the budget is spent. */
export type MatchesAnswer = Omit<MatchList, 'pagination'>;

const FIRST_MATCHES = `?limit=${MY_MATCHES_CAP}`;

/** Viewer and filter of a matches query. `language` is part of the query key because the API returns the criteria as sentences. */
interface MatchesReader {
  userId: string;
  language: string;
  /** Kind of the matches. All kinds if undefined. */
  kind?: MatchKind | undefined;
}

export function matchesQuery(reader: MatchesReader, requestId: string) {
  return firstMatchesQuery(reader, requestId, `/requests/${requestId}/matches`);
}

/** Query of the first matches of the wish given at registration. Empty after the first request. */
export function wishMatchesQuery(reader: MatchesReader) {
  return firstMatchesQuery(reader, 'wish', '/matches');
}

function firstMatchesQuery({ userId, language, kind }: MatchesReader, of: string, path: string) {
  return callQuery(
    ['matches', userId, of, language, ...(kind === undefined ? [] : [kind])],
    `${path}${FIRST_MATCHES}${kind === undefined ? '' : `&kind=${kind}`}`,
    (found: MatchesAnswer) => found,
  );
}

/** Query of a further page of a list of matches. The first page has the counts. */
export function furtherMatchesQuery({ queryKey, meta }: ReturnType<typeof matchesQuery>, page: number) {
  return callQuery([...queryKey, String(page)], `${meta?.path}&page=${page}`, (found: MatchesAnswer) => ({
    ...found,
    total: 0,
    perfect: 0,
    wantsYourPlace: 0,
    registered: { perfect: 0, wantsYourPlace: 0 },
  }));
}

export function ringsQuery(userId: string, requestId: string) {
  return callQuery(['rings', userId, requestId], `/requests/${requestId}/rings`, (rings: RingList) => rings);
}

export function adviceQuery(userId: string, requestId: string) {
  return callQuery(
    ['advice', userId, requestId],
    `/requests/${requestId}/advice`,
    (advice: RingAdvice) => advice,
  );
}
