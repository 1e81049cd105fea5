import { compareNames } from '../interner.ts';
import { missingOf, type PackedStratum } from './packing/pack-stratum.ts';
import type { NamedRing } from './strata/named-rings.ts';
import type { World } from './strata/stratum-graph.ts';

/** Ring of a plan, starting at the smallest name. */
export type PlannedRing = NamedRing;

/** Contribution of fixed rings to a plan and to its bounds. */
export interface FixedFigures {
  moved: number;
  expectedMoves: number;
  objective: number;
}

/** Figures of one stratum or of all. All but the shares are numbers of teachers, unless offers have weights. */
export interface WorldFigures {
  /** Rows, and distinct teachers among them. */
  offers: number;
  teachers: number;
  /** Upper bound on the teachers moved in rings of any length. */
  bound: number;
  /** Upper bound on the teachers moved in rings of at most `maxRing`. */
  cappedBound: number;
  moved: number;
  /** Σ k × the probability that all k go through, over the rings; equals `moved` if all probabilities are 1. */
  expectedMoves: number;
  /** Maximised value: the sum over rings of Σ weights × Π probabilities; equals `moved` if all of them are 1. */
  objective: number;
  /** Upper bound on the objective of rings of at most `maxRing`. */
  objectiveBound: number;
  /** Optimality gap: (objectiveBound − objective) / objectiveBound; 0 proves the plan optimal. */
  gap: number;
  /** Teachers that the maximum number of pairs moves. */
  pairsOnly: number;
  /** Number of rings by length; lengths without rings are left out. */
  ringsByLength: Readonly<Record<string, number>>;
  /** moved / bound; 1 if no teacher could move. */
  share: number;
}

/** Figures of one stratum, with its name. */
export interface StratumFigures extends WorldFigures {
  stratum: string;
}

/** Figures of one place. Arrivals equal departures, since rings keep every post filled. */
export interface PlaceFigures {
  place: string;
  /** Rows of teachers posted here. */
  offers: number;
  /** Number of teachers who leave, equal to the number who arrive. */
  moved: number;
}

/**
 * Computes the figures of one stratum.
 *
 * @param bound Bound of the stratum, for rings of any length.
 * @param rings All of its rings, the fixed ones included.
 */
export function stratumFigures(
  packed: PackedStratum,
  bound: number,
  rings: readonly PlannedRing[],
  fixed: FixedFigures,
): StratumFigures {
  const { objective: goal, packing, cappedBound, pairsOnly } = packed;
  const ringsByLength: Record<string, number> = {};
  let moved = 0;
  for (const { teachers } of rings) {
    ringsByLength[teachers.length] = (ringsByLength[teachers.length] ?? 0) + 1;
    moved += teachers.length;
  }
  const { name: stratum, offers, teachers } = packing.graph;
  const objectiveBound = packed.objectiveBound + fixed.objective;
  return {
    stratum,
    offers,
    teachers,
    bound: bound + fixed.moved,
    cappedBound: Math.min(bound, cappedBound) + fixed.moved,
    moved,
    expectedMoves: packing.rings.reduce((sum, ring) => sum + goal.expectedOf(ring), fixed.expectedMoves),
    objective: goal.total(packing.rings) + fixed.objective,
    objectiveBound,
    gap: gapOf(missingOf(packed), objectiveBound),
    pairsOnly,
    ringsByLength,
    share: shareOf(moved, bound + fixed.moved),
  };
}

/**
 * Computes the figures of all strata together.
 *
 * @param bound Bound of the world, for rings of any length; below the sum over the strata if teachers have rows in several.
 */
export function worldFigures(
  strata: readonly StratumFigures[],
  { table }: World,
  bound: number,
): WorldFigures {
  const sum = (pick: (figures: StratumFigures) => number) =>
    strata.reduce((total, each) => total + pick(each), 0);
  const moved = sum((figures) => figures.moved);
  const objective = sum((figures) => figures.objective);
  const cappedBound = Math.min(
    bound,
    sum((figures) => figures.cappedBound),
  );
  const isInTeachers = strata.every((figures) => figures.objectiveBound === figures.cappedBound);
  const objectiveBound = isInTeachers ? cappedBound : sum((figures) => figures.objectiveBound);
  return {
    offers: table.length,
    teachers: table.teachers.names.length,
    bound,
    cappedBound,
    moved,
    expectedMoves: sum((figures) => figures.expectedMoves),
    objective,
    objectiveBound,
    gap: gapOf(objectiveBound - objective, objectiveBound),
    pairsOnly: sum((figures) => figures.pairsOnly),
    ringsByLength: lengthsOf(strata),
    share: shareOf(moved, bound),
  };
}

function lengthsOf(strata: readonly StratumFigures[]): Record<string, number> {
  const ringsByLength: Record<string, number> = {};
  for (const figures of strata) {
    for (const [length, count] of Object.entries(figures.ringsByLength)) {
      ringsByLength[length] = (ringsByLength[length] ?? 0) + count;
    }
  }
  return ringsByLength;
}

function shareOf(moved: number, bound: number): number {
  return bound === 0 ? 1 : moved / bound;
}

function gapOf(missing: number, bound: number): number {
  return bound === 0 ? 0 : Math.max(0, missing / bound);
}

/**
 * Returns the figures of every place of the table, sorted by name.
 *
 * @param movedRows Rows that move.
 */
export function placeFigures({ table }: World, movedRows: readonly number[]): PlaceFigures[] {
  const offers = new Int32Array(table.places.names.length);
  const moved = new Int32Array(offers.length);
  for (const place of table.fromOf.view()) offers[place]++;
  for (const row of movedRows) moved[table.fromOf.at(row)]++;
  return table.places.names
    .map((place, number) => ({ place, offers: offers[number], moved: moved[number] }))
    .sort((a, b) => compareNames(a.place, b.place));
}
