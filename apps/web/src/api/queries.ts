import type { MatchList } from '@mutual-transfer/domain/match';
import type { ReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import type { RequestList, TransferRequest } from '@mutual-transfer/domain/transfer-request';
import type { Account } from '@mutual-transfer/domain/user';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';

/** Keys begin with the session's token where the answer depends on who asks, so that nobody sees another's. */
const FOREVER = Number.POSITIVE_INFINITY;

export function requestListQuery(token: string | undefined, search: string) {
  const path = token === undefined ? '/requests/public' : '/requests';
  return queryOptions({
    queryKey: ['requests', token ?? null, search],
    queryFn: ({ signal }) => callApi<RequestList>(`${path}${search === '' ? '' : `?${search}`}`, { signal }),
  });
}

export function myRequestsQuery(token: string) {
  return queryOptions({
    queryKey: ['my-requests', token],
    queryFn: async ({ signal }) =>
      (await callApi<{ requests: TransferRequest[] }>('/requests/my', { signal })).requests,
  });
}

/** Criteria are sentences, so the answer depends on the language too. */
export function matchesQuery(token: string, requestId: string, language: string) {
  return queryOptions({
    queryKey: ['matches', token, requestId, language],
    queryFn: ({ signal }) => callApi<MatchList>(`/requests/${requestId}/matches`, { signal }),
  });
}

export function referenceQuery(hash: string) {
  return queryOptions({
    queryKey: ['reference', hash],
    queryFn: ({ signal }) => callApi<ReferenceData>(`/reference?v=${hash}`, { signal }),
    staleTime: FOREVER,
    gcTime: FOREVER,
  });
}

export function profileQuery(token: string) {
  return queryOptions({
    queryKey: ['profile', token],
    queryFn: ({ signal }) => callApi<Account>('/auth/profile', { signal }),
  });
}

/** Has everything asked again that follows from one's account and requests; nobody waits for it. */
export function refreshOwn(client: QueryClient): void {
  for (const key of ownQueries) void client.invalidateQueries({ queryKey: [key] });
}

const ownQueries = ['my-requests', 'requests', 'matches', 'rings', 'advice', 'alerts', 'profile'];
