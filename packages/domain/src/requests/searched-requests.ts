import type { TransferRequest } from './transfer-request.ts';

type Searched = Pick<TransferRequest, 'status' | 'agreement' | 'ownerAgreement'>;

/**
 * Returns the requests for which matches and rings are shown: the active ones. None while an agreement binds the teacher, who cannot
 * propose another swap until it ends.
 */
export function searchedRequests<Request extends Searched>(requests: readonly Request[]): Request[] {
  if (bindingAgreement(requests) !== undefined) return [];
  return requests.filter(({ status }) => status === 'active');
}

/** Returns the id of the agreement that binds the teacher. Its request may be hidden from the list of own requests. */
export function bindingAgreement(
  requests: readonly Pick<Searched, 'agreement' | 'ownerAgreement'>[],
): string | undefined {
  const [binding] = requests.flatMap(
    ({ agreement, ownerAgreement }) => agreement?._id ?? ownerAgreement ?? [],
  );
  return binding;
}
