import type { RingAdvice, RingList } from '@mutual-transfer/domain/ring';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

export function ringsQuery(token: string, requestId: string) {
  return queryOptions({
    queryKey: ['rings', token, requestId],
    queryFn: ({ signal }) => callApi<RingList>(`/requests/${requestId}/rings`, { signal }),
  });
}

export function adviceQuery(token: string, requestId: string) {
  return queryOptions({
    queryKey: ['advice', token, requestId],
    queryFn: ({ signal }) => callApi<RingAdvice>(`/requests/${requestId}/advice`, { signal }),
  });
}
