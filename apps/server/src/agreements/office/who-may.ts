import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';

/** Districts of an administrator; null for the whole state. */
interface Office {
  administers: readonly string[] | null;
}

/** A member's seat, and the code of the district that the member leaves. */
interface LeavingSeat {
  seat: number;
  from: string;
}

/**
 * Returns the seats that an administrator may name in an order. A group within one district is ordered by that district or the state. A group
 * between districts is ordered by the state, or, if the rules say so, by each district for the members who leave it.
 */
export function orderableSeats(
  { administers }: Office,
  seats: readonly LeavingSeat[],
  mixedOrders: Rules['mixedOrders'],
): number[] {
  const isMixed = new Set(seats.map(({ from }) => from)).size > 1;
  if (administers !== null && isMixed && mixedOrders === 'state') return [];
  return seats.filter(({ from }) => administers?.includes(from) ?? true).map(({ seat }) => seat);
}

/** Returns true for an administrator who records joinings in a district: that of the school where the member reports, or the state. */
export function mayRecordJoining({ administers }: Office, to: string): boolean {
  return administers?.includes(to) ?? true;
}
