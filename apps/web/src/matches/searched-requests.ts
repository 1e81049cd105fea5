import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';

/**
 * Returns the requests for which matches and rings are shown: the active ones. None while an agreement binds the teacher, who cannot
 * propose another swap until it ends.
 */
export function searchedRequests<
  Request extends Pick<TransferRequest, 'status' | 'agreement' | 'ownerAgreement'>,
>(requests: readonly Request[]): Request[] {
  if (bindingAgreement(requests) !== undefined) return [];
  return requests.filter(({ status }) => status === 'active');
}

/** Returns the id of the agreement that binds the teacher. Its request may be hidden from the list of own requests. */
export function bindingAgreement(
  requests: readonly Pick<TransferRequest, 'agreement' | 'ownerAgreement'>[],
): string | undefined {
  const [binding] = requests.flatMap(
    ({ agreement, ownerAgreement }) => agreement?._id ?? ownerAgreement ?? [],
  );
  return binding;
}
