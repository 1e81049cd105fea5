import type { RingAdvice, RingList } from '@mutual-transfer/domain/matching/ring';
import { callQuery } from '../platform/api/queries.ts';

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
