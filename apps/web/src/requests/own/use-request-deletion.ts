import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { refreshAgreements } from '../../agreements/agreements.queries.ts';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { changeOwnRequests } from '../requests.queries.ts';

/** Returns the mutation that deletes a request. Invalidates every query that contains requests. */
export function useRequestDeletion({ _id }: TransferRequest, onDeleted: () => void) {
  const client = useQueryClient();
  // The end of a request also ends its proposals.
  const refresh = () => refreshAgreements(client);
  return useAction(
    async () => {
      // A call under way would find nothing after the deletion. After a failure the screen asks again.
      await client.cancelQueries({ predicate: isAbout(_id) });
      return callApi(`/requests/${_id}`, { method: 'DELETE' });
    },
    async () => {
      onDeleted();
      await changeOwnRequests(client, (requests) => requests.filter((known) => known._id !== _id));
      // A refetch would find nothing.
      client.removeQueries({ predicate: isAbout(_id) });
      refresh();
    },
    refresh,
  );
}

/** Returns a predicate for the queries of one request, other than the lists of own requests. */
function isAbout(id: string) {
  return ({ queryKey }: Query) => queryKey[0] !== 'my-requests' && queryKey.includes(id);
}
