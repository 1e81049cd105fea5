import { fastRegions } from '../deep/deep-stratum.ts';
import { missingOf, type PackedStratum } from './pack-stratum.ts';

/** Work over all strata (arcs scanned, plus simplex iterations times rows): some seconds. */
const WORK = 95_000_000;
/**
 * Maximum number of teacher arcs of a world. In larger worlds the work is spread too thin to help, and the reduced-cost greedy is already
 * near the bound.
 */
const MOST_ARCS = 150_000;
/** Minimum gap, as a share of the bound, for a stratum to take part. */
const LEAST_GAP = 0.005;
/** Factor on the gains and work of earlier steps after each further step. */
const DECAY = 0.7;
/** Expected gain of a stratum before its first step, as a share of its gap, for `FIRST_WORK`. */
const FIRST_GAIN = 0.1;
const FIRST_WORK = 2_000_000;

interface Contender {
  stratum: PackedStratum;
  steps: Generator<number, void, void>;
  gained: number;
  spent: number;
  isDone: boolean;
}

/**
 * Improves the strata that are too large for a linear program of the whole, region by region. The next step goes to the stratum with the
 * largest gain per work so far.
 *
 * @param onStep Called after each step.
 */
export function improveByRegions(strata: readonly PackedStratum[], onStep: () => void): void {
  const arcs = strata.reduce((sum, { graph }) => sum + graph.teacherArcCount, 0);
  if (arcs > MOST_ARCS) return;
  let open = strata.map(
    (stratum): Contender => ({ stratum, steps: fastRegions(stratum), gained: 0, spent: 0, isDone: false }),
  );
  for (let work = 0; work < WORK; ) {
    open = open.filter(
      ({ stratum, isDone }) => !isDone && missingOf(stratum) > LEAST_GAP * stratum.objectiveBound,
    );
    if (open.length === 0) return;
    work += step(open.reduce((best, one) => (promiseOf(one) > promiseOf(best) ? one : best)));
    onStep();
  }
}

/** Returns the expected gain per unit of work. */
function promiseOf({ stratum, gained, spent }: Contender): number {
  return (gained + FIRST_GAIN * missingOf(stratum)) / (spent + FIRST_WORK);
}

/**
 * Solves one region of the contender.
 *
 * @returns its work.
 */
function step(contender: Contender): number {
  const before = missingOf(contender.stratum);
  const { value: work, done } = contender.steps.next();
  contender.isDone = done === true;
  if (done === true || work === undefined) return 0;
  contender.gained = DECAY * contender.gained + before - missingOf(contender.stratum);
  contender.spent = DECAY * contender.spent + work;
  return work;
}
