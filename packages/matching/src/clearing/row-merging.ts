import { compareNames } from '../interner.ts';
import type { OfferTable } from './offer-table.ts';

/** The rows of a table after the rows of one teacher have been brought together. */
export interface MergedRows {
  /** Live rows: 1 where the row stands for an offer, 0 where another row of the same teacher speaks for it. */
  readonly live: Uint8Array;
  /** The goal of each row, the union over the rows it speaks for. */
  readonly goal: Int32Array;
  /** When each row began to wait, the earliest of the rows it speaks for. Rows not named here speak for themselves. */
  readonly waitingSince: ReadonlyMap<number, number>;
  /** The row's weight and probability: the largest of the rows it speaks for. */
  readonly weight: (row: number) => number;
  readonly probability: (row: number) => number;
  /** For each row of a teacher who still has several (in different strata, or from different places) a number, else -1. */
  readonly tied: Int32Array;
  /** How many such teachers there are; they are numbered in the order of their names. */
  readonly tiedCount: number;
}

/**
 * Brings together what one teacher wishes: rows in the same stratum from the same place are one offer that accepts
 * the places of all. What cannot be one offer is tied: at most one of the tied rows may move.
 */
export function mergeRows(table: OfferTable): MergedRows {
  const live = new Uint8Array(table.length).fill(1);
  const goal = Int32Array.from(table.goalOf.view());
  const waitingSince = new Map<number, number>();
  const weight = new Map<number, number>();
  const probability = new Map<number, number>();
  const tied = new Int32Array(table.length).fill(-1);
  const stillSeveral: { teacher: number; rows: number[] }[] = [];
  for (const [teacher, rows] of rowsOfTeachersWithSeveral(table)) {
    const groups = Map.groupBy(rows, (row) => `${table.stratumOf.at(row)} ${table.fromOf.at(row)}`);
    const speakers = Array.from(groups.values(), (group) => {
      const [speaker = -1, ...others] = group;
      for (const other of others) live[other] = 0;
      goal[speaker] = table.goal(group.flatMap((row) => Array.from(table.accepted(table.goalOf.at(row)))));
      waitingSince.set(speaker, Math.min(...group.map((row) => table.waitingSince(row))));
      weight.set(speaker, Math.max(...group.map((row) => table.weight(row))));
      const stated = group.map((row) => table.probability(row)).filter((chance) => !Number.isNaN(chance));
      probability.set(speaker, stated.length === 0 ? Number.NaN : Math.max(...stated));
      return speaker;
    });
    if (speakers.length > 1) stillSeveral.push({ teacher, rows: speakers });
  }
  const names = table.teachers.names;
  stillSeveral.sort((a, b) => compareNames(names[a.teacher] ?? '', names[b.teacher] ?? ''));
  stillSeveral.forEach(({ rows }, number) => {
    for (const row of rows) tied[row] = number;
  });
  return {
    live,
    goal,
    waitingSince,
    weight: (row) => weight.get(row) ?? table.weight(row),
    probability: (row) => probability.get(row) ?? table.probability(row),
    tied,
    tiedCount: stillSeveral.length,
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
