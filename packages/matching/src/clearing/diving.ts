import { ColumnGeneration } from './column-generation.ts';
import type { RingColumn, RingMaster } from './master.ts';
import type { Preference } from './preference.ts';
import type { StratumGraph } from './stratum-graph.ts';

/** A level above this counts as whole. */
const NEARLY_WHOLE = 0.999;
const NEARLY_NONE = 1e-6;

/** Where a dive takes place, and what it may not fall below. */
export interface Dive {
  readonly graph: StratumGraph;
  readonly preference: Preference;
  readonly capacity: Int32Array;
  /** Its columns are the start; more are added. */
  readonly generation: ColumnGeneration;
  /** The share of the rings still to choose that one step fixes at most, beside those at a whole level. */
  readonly share: number;
  /** Rounds of pricing after each step down. */
  readonly pricingRounds: number;
  /** Given up when it cannot be better than this. */
  readonly atLeast: number;
}

/**
 * Rings from the linear program by diving (Sadykov and others 2019): fix the columns of the highest levels, solve and
 * price again over what is left, and go on until no ring is left.
 *
 * @returns the rings, or fewer of them when the dive was given up.
 */
export function dive({
  graph,
  preference,
  capacity,
  generation,
  share,
  pricingRounds,
  atLeast,
}: Dive): RingColumn[] {
  const { master, prices, homes } = generation;
  master.reset(capacity);
  master.solve();
  const chosen: RingColumn[] = [];
  let value = 0;
  for (;;) {
    const fixed = fixHighest(master, share);
    if (fixed.length === 0) return chosen;
    for (const column of fixed) value += column.value;
    chosen.push(...fixed);
    const rest = new ColumnGeneration(graph, master.room, preference.objective, prices, [], homes, master);
    const mostBonus = preference.mostBonus;
    rest.run({ rounds: pricingRounds, target: atLeast - value - mostBonus });
    if (value + rest.bound + mostBonus < atLeast) return chosen;
    master.solve();
  }
}

function fixHighest(master: RingMaster, share: number): RingColumn[] {
  const levels = Array.from(master.levels, (level, index) => ({ level, index })).filter(
    ({ level }) => level > NEARLY_NONE,
  );
  levels.sort((a, b) => b.level - a.level || a.index - b.index);
  const quota = Math.max(1, share * levels.reduce((sum, { level }) => sum + level, 0));
  const fixed: RingColumn[] = [];
  for (const { level, index } of levels) {
    if (level < NEARLY_WHOLE && (fixed.length >= quota || (level < 0.5 && fixed.length > 0))) break;
    const column = master.columns[index];
    if (column === undefined) break;
    const copies = Math.min(Math.max(1, Math.floor(level + NEARLY_NONE)), master.fits(column));
    for (let copy = 0; copy < copies; copy++) {
      master.fix(column);
      fixed.push(column);
    }
  }
  return fixed;
}
