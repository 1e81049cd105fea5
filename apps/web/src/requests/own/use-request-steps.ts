import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { refreshAgreements } from '../../agreements/agreements.queries.ts';
import { callApi } from '../../platform/api/client.ts';
import { askAround, replaceOwnRequest } from '../../platform/api/own-requests.ts';
import { useAction } from '../../platform/api/use-action.ts';
import type { Step } from './status-steps.ts';

/** Returns the mutation that takes a step of a request, and a function that shows a step which a dialog has taken. */
export function useRequestSteps(
  { _id }: TransferRequest,
  onStep: (request: TransferRequest, step: Step) => void,
) {
  const client = useQueryClient();
  const taken = async (request: TransferRequest, step: Step) => {
    await replaceOwnRequest(client, request);
    onStep(request, step);
    // A new posting changes everything. Another end of a request also ends its proposals.
    if (request.status === 'completed') refreshAgreements(client);
    else void askAround(client, _id);
  };
  const stepping = useAction(
    async (step: Step) => ({ step, ...(await takeStep(_id, step)) }),
    ({ data, step }) => taken(data.request, step),
    () => refreshAgreements(client),
  );
  return { stepping, taken };
}

function takeStep(id: string, step: Step) {
  return step.kind === 'renewal'
    ? callApi<{ data: { request: TransferRequest } }>(`/requests/${id}/renewal`, { method: 'POST' })
    : callApi<{ data: { request: TransferRequest } }>(`/requests/${id}/status`, {
        method: 'PATCH',
        body: { status: step.status },
      });
}
