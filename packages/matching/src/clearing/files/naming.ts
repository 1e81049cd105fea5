import { compareNames } from '../../interner.ts';
import type { PackedStratum } from '../packing/pack-stratum.ts';
import { ringKey, rotated } from '../packing/retained-rings.ts';
import type { ArcRing } from '../packing/ring-packing.ts';
import type { NamedRing } from '../strata/named-rings.ts';
import { type StratumGraph, teacherName, type World } from '../strata/stratum-graph.ts';

/** Rings of one stratum with their teachers. */
export interface NamedStratum {
  /** Sorted by length, then by names. */
  rings: readonly NamedRing[];
  /** Rows that move. */
  rows: readonly number[];
}

/**
 * Assigns teachers to the rings of a packing: rings of the previous plan keep their teachers, then the longest waiting on each arc come
 * first. Teachers of one arc are interchangeable in the objective.
 */
export function namedRings(world: World, { packing, preference }: PackedStratum): NamedStratum {
  const { graph } = packing;
  const retainedRows = Map.groupBy(preference.retained, ({ ring }) => ringKey(ring));
  const rowsOf = packing.rings.map((ring) =>
    retainedRows.size === 0 ? undefined : retainedRows.get(ringKey(ring))?.pop()?.rows,
  );
  const taken = new Set(rowsOf.flatMap((rows) => rows ?? []));
  const next = Int32Array.from(graph.rowStart);
  const all = packing.rings.map(
    (ring, index) => rowsOf[index] ?? firstRowsLeft(graph, rotated(ring), next, taken),
  );
  const rings = all.map((rows) => ({
    stratum: graph.name,
    teachers: fromSmallest(rows.map((row) => teacherName(world, row))),
  }));
  return { rings: rings.sort(compareRings), rows: all.flat() };
}

function firstRowsLeft(
  graph: StratumGraph,
  ring: ArcRing,
  next: Int32Array,
  taken: ReadonlySet<number>,
): number[] {
  return ring
    .filter((arc) => arc < graph.teacherArcCount)
    .map((arc) => {
      while (taken.has(graph.rows[next[arc]])) next[arc]++;
      return graph.rows[next[arc]++];
    });
}

/** Compares rings by length, then by names: their order in a plan. */
export function compareRings(a: NamedRing, b: NamedRing): number {
  return a.teachers.length - b.teachers.length || compareNames(a.teachers[0] ?? '', b.teachers[0] ?? '');
}

/** Rotates the ring so that it starts with its smallest name. */
export function fromSmallest(teachers: readonly string[]): string[] {
  const smallest = teachers.reduce(
    (best, name, index) => (compareNames(name, teachers[best] ?? '') < 0 ? index : best),
    0,
  );
  return [...teachers.slice(smallest), ...teachers.slice(0, smallest)];
}
