import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { refreshAgreements } from '../../agreements/agreements.queries.ts';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { replaceOwnRequest } from '../requests.queries.ts';
import type { Step } from './status-steps.ts';

/**
 * Returns the mutation that takes a step of a request, and a function that shows a step which a dialog has taken. Both invalidate every
 * query that contains requests.
 */
export function useRequestSteps(
  { _id }: TransferRequest,
  onStep: (request: TransferRequest, step: Step) => void,
) {
  const client = useQueryClient();
  // The end of a request also ends its proposals.
  const refresh = () => refreshAgreements(client);
  const taken = async (request: TransferRequest, step: Step) => {
    await replaceOwnRequest(client, request);
    onStep(request, step);
    refresh();
  };
  const stepping = useAction(
    async (step: Step) => ({ step, ...(await takeStep(_id, step)) }),
    ({ data, step }) => taken(data.request, step),
    refresh,
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
