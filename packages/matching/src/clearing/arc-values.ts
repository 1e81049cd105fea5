import type { OfferTable } from './offer-table.ts';
import type { MergedRows } from './row-merging.ts';

/** Weight and chance of each teacher arc, by its first row, where any differs from the usual. */
export function valuesOf(
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

/** Ranks of all arcs, where any offer is ranked. */
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

/** Groups of the teacher arcs, where there are any. */
export function groupsOf(table: OfferTable, firstRows: Int32Array): { group?: Int32Array } {
  const group = firstRows.map((row) => table.group(row));
  return group.every((number) => number < 0) ? {} : { group };
}

/** One list behind the other. */
export function joined(first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
