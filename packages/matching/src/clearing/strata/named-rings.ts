import type { OfferTable } from './offer-table.ts';
import type { MergedRows } from './row-merging.ts';

/** Ring by teacher names: each takes the next one's place, the last takes the first's. */
export interface NamedRing {
  stratum: string;
  teachers: readonly string[];
}

/** Ring that every plan holds, taken out of the optimisation; `rows` are its teachers' offers in order. */
export interface FixedRing {
  ring: NamedRing;
  rows: readonly number[];
}

/** Finds the offers of rings given by teacher names. */
export class RingReader {
  readonly #table: OfferTable;
  readonly #merged: MergedRows;
  readonly #rowsOf = new Map<string, number[]>();

  /** @param rings Every ring that will be looked up. */
  constructor(table: OfferTable, merged: MergedRows, rings: readonly NamedRing[]) {
    this.#table = table;
    this.#merged = merged;
    for (const { teachers } of rings) for (const teacher of teachers) this.#rowsOf.set(teacher, []);
    if (rings.length === 0) return;
    table.teacherOf.view().forEach((teacher, row) => {
      if (merged.live[row] === 1) this.#rowsOf.get(table.teachers.names[teacher] ?? '')?.push(row);
    });
  }

  /** Returns one offer of each teacher, in order, that form the ring; undefined if the offers do not allow it. */
  rowsOf({ stratum, teachers }: NamedRing): number[] | undefined {
    const choices = teachers.map((teacher) =>
      (this.#rowsOf.get(teacher) ?? []).filter((row) => this.#stratumName(row) === stratum),
    );
    return new Set(teachers).size < 2 ? undefined : this.#extend(choices, []);
  }

  /** Tries the offers of one teacher after the other, with backtracking: nearly always there is one each. */
  #extend(choices: readonly (readonly number[])[], rows: readonly number[]): number[] | undefined {
    const last = rows.at(-1);
    for (const row of choices[rows.length] ?? []) {
      if (last !== undefined && !this.#accepts(last, row)) continue;
      const chosen = [...rows, row];
      const whole = chosen.length < choices.length ? this.#extend(choices, chosen) : this.#closed(chosen);
      if (whole !== undefined) return whole;
    }
    return undefined;
  }

  #closed(rows: number[]): number[] | undefined {
    const isClosed = this.#accepts(rows.at(-1) ?? -1, rows[0] ?? -1);
    const areDifferent = new Set(rows.map((row) => this.#table.fromOf.at(row))).size === rows.length;
    return isClosed && areDifferent ? rows : undefined;
  }

  #stratumName(row: number): string | undefined {
    return this.#table.strata.names[this.#table.stratumOf.at(row)];
  }

  #accepts(row: number, next: number): boolean {
    return this.#table.accepted(this.#merged.goal[row]).includes(this.#table.fromOf.at(next));
  }
}

/**
 * Removes the teachers of these rings from the offers that can move.
 *
 * @returns the rings that are possible, each teacher in at most one.
 */
export function takeOutFixed(
  table: OfferTable,
  merged: MergedRows,
  rings: readonly NamedRing[],
): readonly FixedRing[] {
  const reader = new RingReader(table, merged, rings);
  const taken = new Set<string>();
  const fixed: FixedRing[] = [];
  for (const ring of rings) {
    const rows = ring.teachers.some((teacher) => taken.has(teacher)) ? undefined : reader.rowsOf(ring);
    if (rows === undefined) continue;
    for (const teacher of ring.teachers) taken.add(teacher);
    fixed.push({ ring, rows });
  }
  if (fixed.length === 0) return fixed;
  table.teacherOf.view().forEach((teacher, row) => {
    if (taken.has(table.teachers.names[teacher] ?? '')) merged.live[row] = 0;
  });
  return fixed;
}
