import type { AcceptedProposal, AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { ACCEPTED_SHOWN } from '@mutual-transfer/domain/agreements/agreement-rules';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../platform/session/session.ts';
import { waitingAgreementsQuery } from '../agreements.queries.ts';

/** Open proposal with the user as a member. */
export interface OpenProposal {
  readonly _id: string;
  readonly requests: readonly string[];
  /** `false` once the user has said yes. */
  readonly isWaiting: boolean;
  /** New place of the user. */
  readonly movesTo: AcceptedProposal['movesTo'] | undefined;
}

/** Returns the user's open proposals, or `undefined` while they are loading or if they failed to load. */
export function useOpenProposals(): readonly OpenProposal[] | undefined {
  return useProposals(openProposals);
}

/**
 * Returns all open proposals that contain the request. `undefined` while they are loading, if they failed to load, or if the loaded list is
 * incomplete.
 */
export function useProposalsOf(requestId: string): readonly OpenProposal[] | undefined {
  return useProposals((list) =>
    isWhole(list) ? openProposals(list).filter(({ requests }) => requests.includes(requestId)) : undefined,
  );
}

/** Reads the list for a card. The screen, of which each card is a part, keeps the list current. */
function useProposals<Data>(select: (list: AgreementList) => Data): Data | undefined {
  const userId = useSession()?.user._id;
  return useQuery({
    ...waitingAgreementsQuery(userId ?? ''),
    enabled: userId !== undefined,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    select,
  }).data;
}

function isWhole({ agreements, accepted = [], pagination }: AgreementList): boolean {
  return pagination.total <= agreements.length && accepted.length < ACCEPTED_SHOWN;
}

function openProposals({ agreements, accepted = [] }: AgreementList): OpenProposal[] {
  const waiting = agreements.map(({ _id, members }) => ({
    _id,
    requests: members.flatMap(({ requestId }) => requestId ?? []),
    isWaiting: true,
    movesTo: members.find(({ isMe }) => isMe)?.movesTo,
  }));
  return [
    ...waiting,
    ...accepted.map(({ _id, requests, movesTo }) => ({ _id, requests, isWaiting: false, movesTo })),
  ];
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
