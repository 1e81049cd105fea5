import type { Preference } from '../preference.ts';
import type { StratumGraph } from '../strata/stratum-graph.ts';
import { ColumnGeneration } from './column-generation.ts';
import type { RingColumn, RingMaster } from './master.ts';

/** Levels above this are treated as integer. */
const NEARLY_WHOLE = 0.999;
const NEARLY_NONE = 1e-6;

/** Input of a dive. */
export interface Dive {
  graph: StratumGraph;
  preference: Preference;
  capacity: Int32Array;
  /** Column generation whose columns the dive starts from; the dive adds more. */
  generation: ColumnGeneration;
  /** Maximum share of the remaining rings that one step fixes, in addition to those at an integer level. */
  share: number;
  /** Pricing rounds after each step. */
  pricingRounds: number;
  /** Score that the result has to reach; the dive stops when it no longer can. */
  atLeast: number;
}

/**
 * Builds an integer solution from the linear program by diving (Sadykov and others 2019): fixes the columns of the highest levels, solves
 * and prices the rest again, and repeats until no ring is left.
 *
 * @returns the rings, or fewer of them if the dive was stopped or its time is over.
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
    if (master.isOver?.() === true) return chosen;
    const fixed = fixHighest(master, share);
    if (fixed.length === 0) return chosen;
    for (const column of fixed) value += column.value;
    chosen.push(...fixed);
    const rest = new ColumnGeneration({
      graph,
      capacity: master.room,
      objective: preference.objective,
      prices,
      homes,
      master,
    });
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
