import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import type { RequestList, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { callQuery, withBlockNames } from '../platform/api/queries.ts';

/** Query of one page of all requests, with the contacts that the viewer may see. Without an account, the public list. */
export function requestListQuery(userId: string | undefined, search: string) {
  const path = userId === undefined ? '/requests/public' : '/requests';
  return queryOptions({
    queryKey: ['requests', userId ?? null, search],
    queryFn: ({ signal }) =>
      withBlockNames(callApi<RequestList>(`${path}${search === '' ? '' : `?${search}`}`, { signal })),
  });
}

export function myRequestsQuery(userId: string) {
  return callQuery(
    ['my-requests', userId],
    '/requests/my',
    ({ requests }: { requests: TransferRequest[] }) => requests,
  );
}

/** Changes the loaded lists of own requests. Cancels those in flight, whose answers may be from before the change. */
export async function changeOwnRequests(
  client: QueryClient,
  change: (requests: TransferRequest[]) => TransferRequest[],
): Promise<void> {
  await client.cancelQueries({ queryKey: ['my-requests'] });
  client.setQueriesData<TransferRequest[]>(
    { queryKey: ['my-requests'] },
    (requests) => requests && change(requests),
  );
}

/** Shows the changed request in the loaded lists of own requests. */
export function replaceOwnRequest(client: QueryClient, changed: TransferRequest): Promise<void> {
  return changeOwnRequests(client, (requests) =>
    requests.map((request) => (request._id === changed._id ? changed : request)),
  );
}

/** Query of the number of teachers that a request for a place, subject and class level would match. */
export function prospectsQuery(search: string) {
  return queryOptions({
    queryKey: ['prospects', search],
    queryFn: ({ signal }) => callApi<Prospects>(`/requests/prospects?${search}`, { signal }),
  });
}

/** Query of the completed swaps that the user hid from their own list. */
export function hiddenRequestsQuery(userId: string) {
  return callQuery(
    ['hidden-requests', userId],
    '/requests/my?includeHidden=true',
    ({ requests }: RequestList) => requests.filter(({ isHidden }) => isHidden),
  );
}
