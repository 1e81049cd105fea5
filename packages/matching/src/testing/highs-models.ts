import { createRequire } from 'node:module';
import type { Offer } from '../offer.ts';

/** Loads the CommonJS form of the package, the only one that its types describe. */
const loadHighs: typeof import('highs').default = createRequire(import.meta.url)('highs');
const highs = await loadHighs();

/** One variable of a model: its profit, and its coefficients in rows. */
interface Column {
  profit: number;
  rows: readonly (readonly [row: string, coefficient: number])[];
}

/** Maximises profit (as minimum cost) over columns ≥ 0; rows named `cap …` are ≤ 1, rows named `flow …` are = 0. */
function solve(columns: readonly Column[], isInteger: boolean): number {
  if (columns.length === 0) return 0;
  const names = [...new Set(columns.flatMap(({ rows }) => rows.map(([row]) => row)))];
  const model = highs.createModel();
  try {
    model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.5 });
    const number = new Map(names.map((name, index) => [name, index]));
    for (const name of names) {
      const isCap = name.startsWith('cap ');
      model.addRow(isCap ? -highs.infinity : 0, isCap ? 1 : 0, { indices: [], values: [] });
    }
    for (const { profit, rows } of columns) {
      const entries = rows.map(([row, value]) => [number.get(row) ?? 0, value] as const);
      entries.sort(([a], [b]) => a - b);
      model.addCol(-profit, 0, isInteger ? 1 : highs.infinity, {
        indices: entries.map(([row]) => row),
        values: entries.map(([, value]) => value),
      });
    }
    if (isInteger) columns.forEach((_, index) => void model.changeColIntegrality(index, 1));
    model.run();
    return 0 - model.getObjectiveValue();
  } finally {
    model.dispose();
  }
}

/**
 * Returns the maximum number of teachers that can move in rings of any length, each at most once: one variable for each offer and accepted
 * place.
 */
export function boundByHighs(offers: readonly Offer[], isInteger: boolean): number {
  const columns = offers.flatMap(({ teacher, from, to, stratum }) =>
    [...new Set(to)]
      .filter((place) => place !== from)
      .map(
        (place): Column => ({
          profit: 1,
          rows: [
            [`cap ${teacher}`, 1],
            [`flow ${stratum} ${from}`, 1],
            [`flow ${stratum} ${place}`, -1],
          ],
        }),
      ),
  );
  return Math.round(solve(columns, isInteger) * 1e6) / 1e6;
}

/** Returns the largest value of disjoint rings among these, exactly: one variable per ring. */
export function bestPackingByHighs(
  rings: readonly (readonly Offer[])[],
  value: (ring: readonly Offer[]) => number,
): number {
  const columns = rings.map(
    (ring): Column => ({
      profit: value(ring),
      rows: ring.map(({ teacher }) => [`cap ${teacher}`, 1] as const),
    }),
  );
  return Math.round(solve(columns, true) * 1e6) / 1e6;
}
