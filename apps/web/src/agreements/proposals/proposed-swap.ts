import type { Person } from '@mutual-transfer/domain/accounts/user';
import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';

/** Teacher of a swap, with the place that they leave. */
type Partner = Pick<Person, 'name' | 'district' | 'postingBlock'>;

/** Swap that the viewer may propose. */
export interface ProposedSwap {
  /** Request ids in the order of the ring, the viewer's own first. */
  readonly requests: readonly string[];
  /** The other teachers in the order of the ring. */
  readonly others: readonly Partner[];
  /** Place that the viewer leaves. */
  readonly from: Pick<Person, 'district' | 'postingBlock'> | undefined;
}

/** Returns the swap of a ring, whose first member is the viewer. */
export function swapOfRing({
  requests,
  members,
}: Pick<ProposedSwap, 'requests'> & {
  readonly members: readonly { readonly user: Partner }[];
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
