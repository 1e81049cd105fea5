import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { refreshAgreements } from '../../agreements/agreements.queries.ts';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import type { Step } from './status-steps.ts';

/** Returns mutations that take a step of a request or delete it. Invalidates every query that contains requests. */
export function useRequestChanges(
  { _id }: TransferRequest,
  done: { readonly onStep: (request: TransferRequest, step: Step) => void; readonly onDeleted: () => void },
) {
  const client = useQueryClient();
  // The end of a request also ends its proposals.
  const refresh = () => refreshAgreements(client);
  const show = async (change: (requests: TransferRequest[]) => TransferRequest[]) => {
    await client.cancelQueries({ queryKey: ['my-requests'] });
    client.setQueriesData<TransferRequest[]>(
      { queryKey: ['my-requests'] },
      (requests) => requests && change(requests),
    );
  };
  const taken = async (request: TransferRequest, step: Step) => {
    await show((requests) => requests.map((known) => (known._id === _id ? request : known)));
    done.onStep(request, step);
    refresh();
  };
  const stepping = useAction(
    async (step: Step) => ({ step, ...(await takeStep(_id, step)) }),
    ({ data, step }) => taken(data.request, step),
    refresh,
  );
  const deleting = useAction(
    async () => {
      // A call under way would find nothing after the deletion. After a failure the screen asks again.
      await client.cancelQueries({ predicate: isAbout(_id) });
      return callApi(`/requests/${_id}`, { method: 'DELETE' });
    },
    async () => {
      done.onDeleted();
      await show((requests) => requests.filter((known) => known._id !== _id));
      forgetRequest(client, _id);
      refresh();
    },
    refresh,
  );
  return { stepping, deleting, taken };
}

/** Removes the answers about a deleted request: a refetch would find nothing. */
function forgetRequest(client: QueryClient, id: string): void {
  client.removeQueries({ predicate: isAbout(id) });
}

/** Returns a predicate for the queries of one request, other than the lists of own requests. */
function isAbout(id: string) {
  return ({ queryKey }: Query) => queryKey[0] !== 'my-requests' && queryKey.includes(id);
}

function takeStep(id: string, step: Step) {
  return step.kind === 'renewal'
    ? callApi<{ data: { request: TransferRequest } }>(`/requests/${id}/renewal`, { method: 'POST' })
    : callApi<{ data: { request: TransferRequest } }>(`/requests/${id}/status`, {
        method: 'PATCH',
        body: { status: step.status },
      });
}
