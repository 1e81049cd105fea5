import { fastRegions } from './deep-stratum.ts';
import { missingOf, type PackedStratum } from './pack-stratum.ts';

/** Work over all strata, in arcs looked at and iterations times rows: some seconds. */
const WORK = 95_000_000;
/** In larger worlds it would be spread too thin to help, and the rings by prices are near the bound without it. */
const MOST_ARCS = 150_000;
/** A stratum takes part while it may miss more than this share of its bound. */
const LEAST_GAP = 0.005;
/** How much of what earlier steps of a stratum gained and cost still counts after each step. */
const DECAY = 0.7;
/** What a stratum is expected to gain before it has shown anything: a share of what it misses, for so much work. */
const FIRST_GAIN = 0.1;
const FIRST_WORK = 2_000_000;

interface Contender {
  readonly stratum: PackedStratum;
  readonly steps: Generator<number, void, void>;
  gained: number;
  spent: number;
  isDone: boolean;
}

/**
 * Improves the strata that linear programs of the whole are too slow for, region by region. The next step is always made
 * where steps have gained most for their work.
 *
 * @param onStep Hears after each step.
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

/** What a unit of work is expected to gain. */
function promiseOf({ stratum, gained, spent }: Contender): number {
  return (gained + FIRST_GAIN * missingOf(stratum)) / (spent + FIRST_WORK);
}

/** One region. @returns its work. */
function step(contender: Contender): number {
  const before = missingOf(contender.stratum);
  const { value: work, done } = contender.steps.next();
  contender.isDone = done === true;
  if (done === true || work === undefined) return 0;
  contender.gained = DECAY * contender.gained + before - missingOf(contender.stratum);
  contender.spent = DECAY * contender.spent + work;
  return work;
}
