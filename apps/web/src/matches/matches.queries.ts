import { MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { RingAdvice, RingList } from '@mutual-transfer/domain/matching/ring';
import type { FoundMatches } from '../platform/api/found-matches.ts';
import { callQuery } from '../platform/api/queries.ts';

const FIRST_MATCHES = `?limit=${MY_MATCHES_CAP}`;

/** The first matches of a request. Criteria are sentences, so the answer depends on the language. */
export function matchesQuery(token: string, requestId: string, language: string) {
  return callQuery(
    ['matches', token, requestId, language],
    `/requests/${requestId}/matches${FIRST_MATCHES}`,
    (found: FoundMatches) => found,
  );
}

/** The first matches of the wish given at registration; none after the first request. */
export function wishMatchesQuery(token: string, language: string) {
  return callQuery(
    ['matches', token, 'wish', language],
    `/matches${FIRST_MATCHES}`,
    (found: FoundMatches) => found,
  );
}

/** A further page of a list of matches. The first page has its counts. */
export function furtherMatchesQuery({ queryKey, meta }: ReturnType<typeof matchesQuery>, page: number) {
  return callQuery([...queryKey, String(page)], `${meta?.path}&page=${page}`, (found: FoundMatches) => ({
    ...found,
    total: 0,
    perfect: 0,
  }));
}

export function ringsQuery(token: string, requestId: string) {
  return callQuery(['rings', token, requestId], `/requests/${requestId}/rings`, (rings: RingList) => rings);
}

export function adviceQuery(token: string, requestId: string) {
  return callQuery(
    ['advice', token, requestId],
    `/requests/${requestId}/advice`,
    (advice: RingAdvice) => advice,
  );
}
