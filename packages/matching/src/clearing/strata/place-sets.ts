import type { OfferTable } from './offer-table.ts';

/** Places that a wish accepts. `ranks` is the number of ranks of each behind the best-ranked one, if they differ. */
export interface PlaceSet {
  places: Int32Array;
  ranks: Int32Array | undefined;
}

/** Returns the places of a goal that are nodes, ascending, with their ranks. */
export function setWithin(table: OfferTable, goal: number, nodeOfPlace: Int32Array): PlaceSet {
  const accepted = table.accepted(goal);
  const ranks = goal < 0 ? table.ranksOfSets[~goal] : undefined;
  const order = accepted.map((_, index) => index).filter((index) => nodeOfPlace[accepted[index]] >= 0);
  order.sort((a, b) => nodeOfPlace[accepted[a]] - nodeOfPlace[accepted[b]]);
  return {
    places: order.map((index) => nodeOfPlace[accepted[index]]),
    ranks: ranks === undefined ? undefined : order.map((index) => ranks[index]),
  };
}

/** Compares sets by their places, then by their ranks: their order in a graph. */
export function compareSets(first: PlaceSet, second: PlaceSet): number {
  const none = new Int32Array(0);
  return compareLists(first.places, second.places) || compareLists(first.ranks ?? none, second.ranks ?? none);
}

function compareLists(first: Int32Array, second: Int32Array): number {
  for (let index = 0; index < Math.min(first.length, second.length); index++) {
    if (first[index] !== second[index]) return first[index] - second[index];
  }
  return first.length - second.length;
}
