import type { MovingStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { blockByCode } from '@mutual-transfer/domain/reference/places';

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

/** Returns true for an administrator who records this step of a member: of the district that is left or of the new school, or of the state. */
export function mayRecord(
  { administers }: Office,
  step: MovingStep,
  { from_block, to_block }: { from_block: string; to_block: string },
): boolean {
  return administers?.includes(blockByCode(step === 'relieved' ? from_block : to_block).districtCode) ?? true;
}
