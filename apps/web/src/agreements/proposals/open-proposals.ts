import type { AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../platform/session/session.ts';
import { waitingAgreementsQuery } from '../agreements.queries.ts';

/** Open proposal with the user as a member. */
export interface OpenProposal {
  readonly _id: string;
  readonly requests: readonly string[];
  /** `false` once the user has said yes. */
  readonly isWaiting: boolean;
}

/** Returns the user's open proposals, or `undefined` while they are loading or if they failed to load. Reads the cache that the badge in the frame fills. */
export function useOpenProposals(): readonly OpenProposal[] | undefined {
  const userId = useSession()?.user._id ?? '';
  return useQuery({ ...waitingAgreementsQuery(userId), enabled: false, select: openProposals }).data;
}

function openProposals({ agreements, accepted = [] }: AgreementList): OpenProposal[] {
  const waiting = agreements.map(({ _id, members }) => ({
    _id,
    requests: members.flatMap(({ requestId }) => requestId ?? []),
    isWaiting: true,
  }));
  return [...waiting, ...accepted.map(({ _id, requests }) => ({ _id, requests, isWaiting: false }))];
}

/** Returns the open proposal of exactly these requests, of which there is at most one. */
export function proposalOf(
  proposals: readonly OpenProposal[] | undefined,
  requests: readonly string[],
): OpenProposal | undefined {
  const named = new Set(requests);
  return proposals?.find(
    (proposal) =>
      proposal.requests.length === named.size && proposal.requests.every((request) => named.has(request)),
  );
}
