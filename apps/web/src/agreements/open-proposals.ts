import type { Person } from '@mutual-transfer/domain/accounts/user';
import type {
  AcceptedProposal,
  Agreement,
  AgreementList,
} from '@mutual-transfer/domain/agreements/agreement';
import { ACCEPTED_SHOWN } from '@mutual-transfer/domain/agreements/agreement-rules';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../platform/session.ts';
import { useIsUnpaid } from '../platform/use-access.ts';
import { waitingAgreementsQuery } from './agreements.queries.ts';

/** Teacher of a swap, with the place that they leave. */
type Partner = Pick<Person, 'name' | 'district' | 'postingBlock'>;

/** Swap that the viewer may propose. */
export interface ProposedSwap {
  /** Request ids in the order of the ring, the viewer's own first. */
  requests: readonly string[];
  /** The other teachers in the order of the ring. */
  others: readonly Partner[];
  /** Place that the viewer leaves. */
  from: Pick<Person, 'district' | 'postingBlock'> | undefined;
}

/** Returns the swap of a ring, whose first member is the viewer. */
export function swapOfRing({
  requests,
  members,
}: Pick<ProposedSwap, 'requests'> & {
  members: readonly { user: Partner }[];
}): ProposedSwap {
  const [self, ...others] = members.map(({ user }) => user);
  return { requests, others, from: self };
}

/** Returns the indexes of the seats whose members ended an agreement. Empty if it continues, or if none of its members ended it. */
export function goneSeats({ members, endedBy, can, reason }: Agreement): number[] {
  if (!can.repair) return [];
  return [...members.keys()].filter((seat) => {
    const { user, answer } = members[seat] ?? {};
    return (
      user === null ||
      answer === 'no' ||
      (reason === 'deadline' && answer === 'open') ||
      (endedBy !== null && user?._id === endedBy)
    );
  });
}

/** Open proposal with the user as a member. */
export interface OpenProposal {
  _id: string;
  requests: readonly string[];
  /** `false` once the user has said yes. */
  isWaiting: boolean;
  /** New place of the user. */
  movesTo: AcceptedProposal['movesTo'] | undefined;
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

/**
 * Reads the list for a card. The screen, of which each card is a part, keeps the list current. Without access, which the list needs, a teacher
 * still sees cards of their own requests.
 */
function useProposals<Data>(select: (list: AgreementList) => Data): Data | undefined {
  const userId = useSession()?.user._id;
  const isUnpaid = useIsUnpaid();
  return useQuery({
    ...waitingAgreementsQuery(userId ?? ''),
    enabled: userId !== undefined && !isUnpaid,
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
