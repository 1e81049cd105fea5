import type { Dashboard } from '@mutual-transfer/domain/dashboard';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { Query, QueryClient } from '@tanstack/react-query';
import { askAgainIf } from './queries.ts';

/** Returns the user's own requests if a screen has loaded them. */
export function loadedOwnRequests(client: QueryClient): TransferRequest[] {
  const lists = client.getQueriesData<TransferRequest[]>({ queryKey: ['my-requests'] });
  const dashboards = client.getQueriesData<Dashboard>({ queryKey: ['dashboard'] });
  return (
    lists.find(([, requests]) => requests !== undefined)?.[1] ??
    dashboards.find(([, dashboard]) => dashboard !== undefined)?.[1]?.requests ??
    []
  );
}

/** Changes the loaded lists of own requests, also that of the dashboard. Cancels those in flight, whose answers may be from before the change. */
export async function changeOwnRequests(
  client: QueryClient,
  change: (requests: TransferRequest[]) => TransferRequest[],
): Promise<void> {
  const queryKey = ['my-requests'];
  await client.cancelQueries({ queryKey });
  client.setQueriesData<TransferRequest[]>({ queryKey }, (requests) => requests && change(requests));
  const ofDashboard = ['dashboard'];
  await client.cancelQueries({ queryKey: ofDashboard });
  client.setQueriesData<Dashboard>(
    { queryKey: ofDashboard },
    (dashboard) => dashboard && { ...dashboard, requests: change(dashboard.requests) },
  );
  void client.refetchQueries({
    queryKey,
    type: 'active',
    predicate: ({ state }) => state.data === undefined,
  });
}

export function replaceOwnRequest(client: QueryClient, changed: TransferRequest): Promise<void> {
  client.setQueriesData<TransferRequest>(
    { queryKey: ['request'] },
    (request) => request && (request._id === changed._id ? changed : request),
  );
  return changeOwnRequests(client, (requests) =>
    requests.map((request) => (request._id === changed._id ? changed : request)),
  );
}

/** Fetches what a new state of a request changes beside the request itself: its matches, rings and advice, lists, notices and proposals. */
export async function askAround(client: QueryClient, id: string): Promise<void> {
  await askAgainIf(client, (query) => isAbout(id)(query) || around.includes(String(query.queryKey[0])));
}

const around = ['dashboard', 'me', 'requests', 'alerts', 'agreements'];

/** Returns a predicate for the queries of one request, other than the lists of own requests. */
export function isAbout(id: string) {
  return ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] !== 'my-requests' && queryKey.includes(id);
}
