import type { PlaceDemand } from '@mutual-transfer/domain/matching/demand';
import type { PlaceReach } from '@mutual-transfer/domain/matching/reach';

/** What is known of one place: what others want, and to a teacher where their requests lead. */
export interface PlaceNumbers extends PlaceDemand {
  readonly reach: PlaceReach | undefined;
}

/** Demand and reach of the same places, by their English names. */
export function placeNumbers(
  demand: readonly PlaceDemand[],
  reach: readonly PlaceReach[],
): ReadonlyMap<string, PlaceNumbers> {
  const reached = new Map(reach.map((one) => [one.place, one]));
  return new Map(demand.map((one) => [one.place, { ...one, reach: reached.get(one.place) }]));
}

/** What a teacher reads of a place first. */
export type ReachState =
  /** A wish leads there, by a swap or a ring. */
  | { readonly kind: 'now'; readonly length: number }
  /** It is wished for, and nothing leads there. */
  | { readonly kind: 'wished' }
  /** One more wish would lead there. */
  | { readonly kind: 'opens'; readonly length: number; readonly pairs: number }
  | { readonly kind: 'closed' };

export function stateOf({ isWished, now, shortest, pairs }: PlaceReach): ReachState {
  if (now !== null) return { kind: 'now', length: now };
  if (shortest !== null) return { kind: 'opens', length: shortest, pairs };
  return { kind: isWished ? 'wished' : 'closed' };
}
