import { type NamedRing, RingReader } from '../strata/named-rings.ts';
import type { StratumGraph, World } from '../strata/stratum-graph.ts';
import type { ArcRing } from './ring-packing.ts';

/** Ring of the previous plan that is still possible: its arcs from the smallest one on, and its teachers' offers in order. */
export interface RetainedRing {
  ring: ArcRing;
  rows: readonly number[];
}

/** Returns the rings of the previous plan that are still possible, by stratum; each teacher is in at most one. */
export function keptRings(world: World, previous: readonly NamedRing[]): RetainedRing[][] {
  const retained: RetainedRing[][] = world.strata.map(() => []);
  if (previous.length === 0) return retained;
  const reader = new RingReader(world.table, world.merged, previous);
  const stratumOf = new Map(world.strata.map(({ name }, index) => [name, index]));
  const taken = new Set<string>();
  const arcs = new ArcsOfRows(world);
  for (const named of previous) {
    const stratum = stratumOf.get(named.stratum);
    if (stratum === undefined || named.teachers.some((teacher) => taken.has(teacher))) continue;
    const rows = reader.rowsOf(named);
    const ring = rows === undefined ? undefined : arcs.ringOf(stratum, rows);
    if (rows === undefined || ring === undefined) continue;
    for (const teacher of named.teachers) taken.add(teacher);
    retained[stratum]?.push(fromSmallestArc(world.strata[stratum], ring, rows));
  }
  return retained;
}

/** Looks up the arc of a table row. */
class ArcsOfRows {
  readonly #world: World;
  readonly #arcOf = new Map<number, Map<number, number>>();

  constructor(world: World) {
    this.#world = world;
  }

  ringOf(stratum: number, rows: readonly number[]): ArcRing | undefined {
    const graph = this.#world.strata[stratum];
    if (graph === undefined) return undefined;
    const arcOf = this.#arcsIn(stratum, graph);
    const teacherArcs = rows.map((row) => arcOf.get(row) ?? -1);
    if (teacherArcs.includes(-1)) return undefined;
    const ring = teacherArcs.flatMap((arc, index) => {
      const next = graph.tail[teacherArcs[(index + 1) % teacherArcs.length] ?? arc];
      return graph.head[arc] === next ? [arc] : [arc, freeArcBetween(graph, graph.head[arc], next)];
    });
    return ring.includes(-1) ? undefined : ring;
  }

  #arcsIn(stratum: number, { rowStart, rows, teacherArcCount }: StratumGraph): Map<number, number> {
    const existing = this.#arcOf.get(stratum);
    if (existing !== undefined) return existing;
    const arcOf = new Map<number, number>();
    for (let arc = 0; arc < teacherArcCount; arc++) {
      for (let at = rowStart[arc]; at < rowStart[arc + 1]; at++) arcOf.set(rows[at], arc);
    }
    this.#arcOf.set(stratum, arcOf);
    return arcOf;
  }
}

function freeArcBetween({ tail, head, teacherArcCount, arcCount }: StratumGraph, set: number, place: number) {
  for (let arc = teacherArcCount; arc < arcCount; arc++) {
    if (tail[arc] === set && head[arc] === place) return arc;
  }
  return -1;
}

function fromSmallestArc(
  graph: StratumGraph | undefined,
  ring: ArcRing,
  rows: readonly number[],
): RetainedRing {
  const teacherArcs = ring.filter((arc) => arc < (graph?.teacherArcCount ?? 0));
  const first = teacherArcs.indexOf(Math.min(...teacherArcs));
  return { ring: rotated(ring), rows: [...rows.slice(first), ...rows.slice(0, first)] };
}

/** Rotates the ring so that it starts with its smallest arc. Teacher arcs have smaller numbers than arcs out of sets. */
export function rotated(ring: ArcRing): ArcRing {
  const first = ring.indexOf(Math.min(...ring));
  return [...ring.slice(first), ...ring.slice(0, first)];
}

/** Returns a key that is the same for every rotation of the ring. */
export function ringKey(ring: ArcRing): string {
  return rotated(ring).join();
}
