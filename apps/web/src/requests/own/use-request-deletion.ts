import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { refreshAgreements } from '../../agreements/agreements.queries.ts';
import { callApi } from '../../platform/api/client.ts';
import { askAround, changeOwnRequests, isAbout } from '../../platform/api/own-requests.ts';
import { useAction } from '../../platform/api/use-action.ts';

/** Returns the mutation that deletes a request. */
export function useRequestDeletion({ _id }: TransferRequest, onDeleted: () => void) {
  const client = useQueryClient();
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
      // The end of a request also ends its proposals.
      void askAround(client, _id);
    },
    () => refreshAgreements(client),
  );
}
