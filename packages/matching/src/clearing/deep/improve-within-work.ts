import { missingOf, type PackedStratum } from '../packing/pack-stratum.ts';
import { deepen, deepenSmall, fastRegions, type WorkSteps } from './deep-stratum.ts';
import type { IsOver } from './master.ts';

/** Work of a usual plan on small strata, and as much on the others (arcs scanned, plus simplex iterations times rows): some seconds. */
const WORK = 95_000_000;
/** Work of one search tree. */
const TREE_WORK = 60_000_000;
/**
 * Maximum number of teacher arcs of a world whose larger strata are improved, too. In larger worlds the work is spread too thin to help, and
 * the reduced-cost greedy is already near the bound.
 */
const MOST_ARCS = 150_000;
/** Minimum gap, as a share of the bound, for a stratum to be improved region by region. */
const LEAST_GAP = 0.005;
/** Factor on the gains and work of earlier steps after each further step. */
const DECAY = 0.7;
/** Expected gain of a stratum before its first step, as a share of its gap, for `FIRST_WORK`. */
const FIRST_GAIN = 0.1;
const FIRST_WORK = 2_000_000;

interface Contender {
  stratum: PackedStratum;
  steps: WorkSteps;
  gained: number;
  spent: number;
}

/**
 * Improves the strata of a usual plan: small ones as a whole, then larger ones region by region. The steps of the deep plan use the work
 * that is left, which is enough to solve a world of few or sparse strata. The next step goes to the stratum with the largest gain per work
 * so far.
 *
 * @param isDeepNext True if the deep plan follows, which takes its steps in any case.
 * @param onStep Called after each step.
 */
export function improveWithinWork(
  strata: readonly PackedStratum[],
  { isDeepNext, isOver, onStep }: { isDeepNext: boolean; isOver: IsOver; onStep: () => void },
): void {
  let left = WORK;
  const spend = (steps: (stratum: PackedStratum) => WorkSteps, leastGap: number) => {
    let open = strata.map((stratum): Contender => ({ stratum, steps: steps(stratum), gained: 0, spent: 0 }));
    while (left > 0 && !isOver()) {
      open = open.filter(({ stratum }) => missingOf(stratum) > leastGap * stratum.objectiveBound);
      const [first, ...others] = open;
      if (first === undefined) return;
      const next = others.reduce((best, one) => (promiseOf(one) > promiseOf(best) ? one : best), first);
      const work = step(next);
      if (work === undefined) open.splice(open.indexOf(next), 1);
      left -= work ?? 0;
      onStep();
    }
  };
  spend((stratum) => deepenSmall(stratum, isOver), 0);
  if (strata.reduce((sum, { graph }) => sum + graph.teacherArcCount, 0) > MOST_ARCS) return;
  left = WORK;
  spend((stratum) => fastRegions(stratum, isOver), LEAST_GAP);
  if (isDeepNext) return;
  spend((stratum) => deepen(stratum, { isOver, treeWork: TREE_WORK }), 0);
}

/** Returns the expected gain per unit of work. */
function promiseOf({ stratum, gained, spent }: Contender): number {
  return (gained + FIRST_GAIN * missingOf(stratum)) / (spent + FIRST_WORK);
}

/**
 * Takes the contender's next step.
 *
 * @returns its work; undefined if there was none left.
 */
function step(contender: Contender): number | undefined {
  const before = missingOf(contender.stratum);
  const { value: work, done } = contender.steps.next();
  if (done === true) return undefined;
  contender.gained = DECAY * contender.gained + before - missingOf(contender.stratum);
  contender.spent = DECAY * contender.spent + work;
  return work;
}
