import { compareRings, fromSmallest } from './files/naming.ts';
import type { FixedFigures, PlannedRing } from './plan-figures.ts';
import type { PlanOptions } from './plan-options.ts';
import type { World } from './strata/stratum-graph.ts';

/** Fixed rings of one stratum, with their contribution to its figures. */
export interface FixedStratum extends FixedFigures {
  rings: readonly PlannedRing[];
  /** Rows that move in these rings. */
  rows: readonly number[];
}

/** Returns the fixed rings by stratum, in the order of `world.strata`. */
export function fixedByStratum(world: World, options: PlanOptions): FixedStratum[] {
  const byName = Map.groupBy(world.fixed, ({ ring }) => ring.stratum);
  return world.strata.map(({ name }) => {
    const own = byName.get(name) ?? [];
    const values = own.map(({ rows }) => figuresOf(world, rows, options));
    return {
      rings: own
        .map(({ ring }) => ({ stratum: name, teachers: fromSmallest(ring.teachers) }))
        .sort(compareRings),
      rows: own.flatMap(({ rows }) => rows),
      moved: values.reduce((sum, { moved }) => sum + moved, 0),
      expectedMoves: values.reduce((sum, { expectedMoves }) => sum + expectedMoves, 0),
      objective: values.reduce((sum, { objective }) => sum + objective, 0),
    };
  });
}

function figuresOf(
  { merged }: World,
  rows: readonly number[],
  { survival = 1, weights = 'objective' }: PlanOptions,
): FixedFigures {
  let [weight, chance] = [0, 1];
  for (const row of rows) {
    const stated = merged.probability(row);
    weight += weights === 'objective' ? merged.weight(row) : 1;
    chance *= Number.isNaN(stated) ? survival : stated;
  }
  return { moved: rows.length, expectedMoves: rows.length * chance, objective: weight * chance };
}
