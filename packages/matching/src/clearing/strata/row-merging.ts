import { compareNames } from '../../interner.ts';
import type { OfferTable } from './offer-table.ts';

/** Rows of a table after the rows of each teacher were merged. A live row stands for all rows merged into it. */
export interface MergedRows {
  /** 1 for live rows; 0 for rows that were merged into another row of the same teacher, and for rows of fixed rings. */
  live: Uint8Array;
  /** Goal of each live row: the union over its merged rows. */
  goal: Int32Array;
  /** Earliest start of waiting among the merged rows. Rows without an entry were not merged. */
  waitingSince: ReadonlyMap<number, number>;
  /** Returns the largest weight of the merged rows; `probability` does the same for probabilities. */
  weight: (row: number) => number;
  probability: (row: number) => number;
  /** Returns the best rank of the merged rows. */
  rank: (row: number) => number;
  /**
   * Number of the row's tied teacher, else -1. A tied teacher still has several rows: in different strata, from different places, or in
   * groups.
   */
  tied: Int32Array;
  /** Number of tied teachers; they are numbered in the order of their names. */
  tiedCount: number;
}

/** Values of a live row over all rows merged into it. */
interface MergedValues {
  waitingSince: number;
  weight: number;
  probability: number;
  rank: number;
}

/**
 * Merges the rows of each teacher: rows in the same stratum from the same place (and of the same group) become one offer that accepts the
 * places of all. A teacher with rows that cannot be merged is tied: at most one of these rows may move.
 */
export function mergeRows(table: OfferTable): MergedRows {
  const live = new Uint8Array(table.length).fill(1);
  const goal = Int32Array.from(table.goalOf.view());
  const valuesOf = new Map<number, MergedValues>();
  const tied = new Int32Array(table.length).fill(-1);
  const stillSeveral: { teacher: number; rows: number[] }[] = [];
  for (const [teacher, rows] of rowsOfTeachersWithSeveral(table)) {
    const keyOf = (row: number) => `${table.stratumOf.at(row)} ${table.fromOf.at(row)} ${table.group(row)}`;
    const liveRows = Array.from(Map.groupBy(rows, keyOf).values(), (group) => {
      const [liveRow = -1, ...others] = group;
      for (const other of others) live[other] = 0;
      goal[liveRow] = goalOfAll(table, group);
      valuesOf.set(liveRow, mergedValues(table, group));
      return liveRow;
    });
    if (liveRows.length > 1) stillSeveral.push({ teacher, rows: liveRows });
  }
  const names = table.teachers.names;
  stillSeveral.sort((a, b) => compareNames(names[a.teacher] ?? '', names[b.teacher] ?? ''));
  stillSeveral.forEach(({ rows }, number) => {
    for (const row of rows) tied[row] = number;
  });
  return {
    live,
    goal,
    waitingSince: new Map(Array.from(valuesOf, ([row, { waitingSince }]) => [row, waitingSince])),
    weight: (row) => valuesOf.get(row)?.weight ?? table.weight(row),
    probability: (row) => valuesOf.get(row)?.probability ?? table.probability(row),
    rank: (row) => valuesOf.get(row)?.rank ?? table.rank(row),
    tied,
    tiedCount: stillSeveral.length,
  };
}

/** Returns the union of the rows' places; a place named by several rows gets the best of their ranks. */
function goalOfAll(table: OfferTable, rows: readonly number[]): number {
  const rankOf = new Map<number, number>();
  for (const row of rows) {
    for (const place of table.accepted(table.goalOf.at(row))) {
      rankOf.set(place, Math.min(rankOf.get(place) ?? Number.POSITIVE_INFINITY, table.rank(row)));
    }
  }
  return table.goal([...rankOf.keys()], rankOf);
}

function mergedValues(table: OfferTable, rows: readonly number[]): MergedValues {
  const stated = rows.map((row) => table.probability(row)).filter((chance) => !Number.isNaN(chance));
  return {
    waitingSince: Math.min(...rows.map((row) => table.waitingSince(row))),
    weight: Math.max(...rows.map((row) => table.weight(row))),
    probability: stated.length === 0 ? Number.NaN : Math.max(...stated),
    rank: Math.min(...rows.map((row) => table.rank(row))),
  };
}

function rowsOfTeachersWithSeveral(table: OfferTable): Map<number, number[]> {
  const count = new Int32Array(table.teachers.names.length);
  const teacherOf = table.teacherOf.view();
  for (const teacher of teacherOf) count[teacher]++;
  const several = new Map<number, number[]>();
  teacherOf.forEach((teacher, row) => {
    if (count[teacher] < 2) return;
    const rows = several.get(teacher);
    if (rows === undefined) several.set(teacher, [row]);
    else rows.push(row);
  });
  return several;
}
