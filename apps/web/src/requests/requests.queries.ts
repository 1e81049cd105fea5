import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import type { CreatedRequest } from '@mutual-transfer/domain/matching/match';
import type { RequestList, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { matchesQuery } from '../matches/matches.queries.ts';
import { callApi } from '../platform/client.ts';
import { changeOwnRequests } from '../platform/own-requests.ts';
import { askAgain, callQuery, refetched, withBlockNames } from '../platform/queries.ts';
import { currentSession, updateUser } from '../platform/session.ts';

/**
 * State of the history entry after posting: the posted requests, in the order of the places in the form. Other entries have other state.
 */
export interface Posted {
  posted?: readonly TransferRequest[];
}

/** Query of one page of all requests, with the contacts that the viewer may see. Without an account, the public list. */
export function requestListQuery(userId: string | undefined, search: string) {
  const path = userId === undefined ? '/requests/public' : '/requests';
  return queryOptions({
    queryKey: ['requests', userId ?? null, search],
    queryFn: ({ signal }) =>
      withBlockNames(callApi<RequestList>(`${path}${search === '' ? '' : `?${search}`}`, { signal })),
    ...(userId === undefined ? {} : refetched),
  });
}

export function myRequestsQuery(userId: string) {
  return callQuery(
    ['my-requests', userId],
    '/requests/my',
    ({ requests }: { requests: TransferRequest[] }) => requests,
  );
}

export function ownRequestQuery(userId: string, id: string) {
  return callQuery(['request', userId, id], `/requests/${id}`, (request: TransferRequest) => request);
}

export async function showPosted(
  client: QueryClient,
  reader: { userId: string; language: string },
  { request, alsoPosted, ...found }: CreatedRequest['data'],
): Promise<void> {
  const posted = [request, ...alsoPosted];
  const ids = new Set(posted.map(({ _id }) => _id));
  await changeOwnRequests(client, (requests) =>
    [...posted, ...requests.filter(({ _id }) => !ids.has(_id))].sort((one, other) =>
      one._id < other._id ? 1 : -1,
    ),
  );
  client.setQueryData(matchesQuery(reader, request._id).queryKey, found);
  updateUser(currentSession()?.token, { contactPreference: request.contactPreference });
  void askAgain(client, 'requests', 'dashboard');
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
