import { MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { RingAdvice, RingList } from '@mutual-transfer/domain/matching/ring';
import type { FoundMatches } from '../platform/api/found-matches.ts';
import { callQuery } from '../platform/api/queries.ts';

const FIRST_MATCHES = `?limit=${MY_MATCHES_CAP}`;

/** Query of the first matches of a request. Criteria are sentences, so the answer depends on the language. */
export function matchesQuery(userId: string, requestId: string, language: string) {
  return callQuery(
    ['matches', userId, requestId, language],
    `/requests/${requestId}/matches${FIRST_MATCHES}`,
    (found: FoundMatches) => found,
  );
}

/** Query of the first matches of the wish given at registration. Empty after the first request. */
export function wishMatchesQuery(userId: string, language: string) {
  return callQuery(
    ['matches', userId, 'wish', language],
    `/matches${FIRST_MATCHES}`,
    (found: FoundMatches) => found,
  );
}

/** Query of a further page of a list of matches. The first page has the counts. */
export function furtherMatchesQuery({ queryKey, meta }: ReturnType<typeof matchesQuery>, page: number) {
  return callQuery([...queryKey, String(page)], `${meta?.path}&page=${page}`, (found: FoundMatches) => ({
    ...found,
    total: 0,
    perfect: 0,
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
