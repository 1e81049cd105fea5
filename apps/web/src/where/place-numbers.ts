import type { PlaceDemand } from '@mutual-transfer/domain/matching/demand';
import type { PlaceReach } from '@mutual-transfer/domain/matching/reach';

/** Numbers of one place: demand of all teachers, and for a teacher the reach of their requests. */
export interface PlaceNumbers extends PlaceDemand {
  readonly reach: PlaceReach | undefined;
}

/** Returns demand and reach of the same places, by English name. Visitors have no reach. */
export function placeNumbers(
  demand: readonly PlaceDemand[],
  reach: readonly PlaceReach[] = [],
): ReadonlyMap<string, PlaceNumbers> {
  const reached = new Map(reach.map((one) => [one.place, one]));
  return new Map(demand.map((one) => [one.place, { ...one, reach: reached.get(one.place) }]));
}

/** State of a place for a teacher. */
export type ReachState =
  /** A request leads to the place, by a swap or a ring. */
  | { readonly kind: 'now'; readonly length: number }
  /** The place is desired, but no swap or ring leads to it. */
  | { readonly kind: 'wished' }
  /** One more request would lead to the place. */
  | { readonly kind: 'opens'; readonly length: number; readonly pairs: number }
  | { readonly kind: 'closed' };

export function stateOf({ isWished, now, shortest, pairs }: PlaceReach): ReachState {
  if (now !== null) return { kind: 'now', length: now };
  if (shortest !== null) return { kind: 'opens', length: shortest, pairs };
  return { kind: isWished ? 'wished' : 'closed' };
}
