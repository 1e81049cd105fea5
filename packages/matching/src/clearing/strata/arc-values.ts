import type { OfferTable } from './offer-table.ts';
import type { MergedRows } from './row-merging.ts';

/**
 * Returns weight and probability of each teacher arc, taken from its first row. Leaves out weights that are all 1 and probabilities that
 * are never stated.
 */
export function arcRewards(
  { weight, probability }: MergedRows,
  firstRows: Int32Array,
): { weight?: Float64Array; probability?: Float64Array } {
  const weights = Float64Array.from(firstRows, weight);
  const chances = Float64Array.from(firstRows, probability);
  return {
    ...(weights.every((value) => value === 1) ? {} : { weight: weights }),
    ...(chances.every((value) => Number.isNaN(value)) ? {} : { probability: chances }),
  };
}

/** Returns the ranks of all arcs; empty if no offer is ranked. */
export function ranksOf(
  merged: MergedRows,
  firstRows: Int32Array,
  ofFree: Int32Array,
): { ranksBehind?: Int32Array } {
  const ranks = joined(
    firstRows.map((row) => merged.rank(row) - 1),
    ofFree,
  );
  return ranks.every((rank) => rank === 0) ? {} : { ranksBehind: ranks };
}

/** Returns the groups of the teacher arcs; empty if there are none. */
export function groupsOf(table: OfferTable, firstRows: Int32Array): { group?: Int32Array } {
  const group = firstRows.map((row) => table.group(row));
  return group.every((number) => number < 0) ? {} : { group };
}

/** Concatenates two arrays. */
export function joined(first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
