import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';

/**
 * Returns the requests for which matches and rings are shown: the active ones. None while an agreement binds the teacher, who cannot
 * propose another swap until it ends.
 */
export function searchedRequests<Request extends Pick<TransferRequest, 'status' | 'agreement'>>(
  requests: readonly Request[],
): Request[] {
  if (requests.some(({ agreement }) => agreement)) return [];
  return requests.filter(({ status }) => status === 'active');
}
