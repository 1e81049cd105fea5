import { LONGEST_RING } from '../../offer.ts';
import type { StratumGraph, World } from '../strata/stratum-graph.ts';
import { fixArcs } from './arc-fixing.ts';
import type { Circulation } from './circulation.ts';

/** Arc of a group: index of its stratum, its arc, and the teacher's number in the table. */
export interface GroupArc {
  stratum: number;
  arc: number;
  teacher: number;
}

/** Returns the arcs of each group, by the group's number. */
export function arcsOfGroups({ strata, table }: Pick<World, 'strata' | 'table'>): GroupArc[][] {
  const arcsOf: GroupArc[][] = table.groups.names.map(() => []);
  strata.forEach((graph, stratum) => {
    graph.group?.forEach((group, arc) => {
      const teacher = table.teacherOf.at(graph.rows[graph.rowStart[arc]]);
      if (group >= 0) arcsOf[group]?.push({ stratum, arc, teacher });
    });
  });
  return arcsOf;
}

/** Returns the teachers of each group who are in no fixed ring, by the group's number. They all have to move or none of them. */
export function teachersOfGroups({ table, fixed }: World): Set<number>[] {
  const teachersOf = table.groups.names.map(() => new Set<number>());
  for (let row = 0; row < table.length; row++) teachersOf[table.group(row)]?.add(table.teacherOf.at(row));
  for (const row of fixed.flatMap(({ rows }) => rows))
    teachersOf[table.group(row)]?.delete(table.teacherOf.at(row));
  return teachersOf;
}

/**
 * Closes the arcs of every group with a teacher whom no ring can contain, so that bounds and plans leave the whole group out. A group closed
 * can make another one impossible, so this repeats until no group is.
 */
export function dropIncompleteGroups(world: World): void {
  if (world.table.groups.names.length === 0) return;
  const arcsOf = arcsOfGroups(world);
  const teachersOf = teachersOfGroups(world);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    const possible = world.strata.map((graph) =>
      graph.group === undefined ? graph.capacity : fixArcs(graph, graph.capacity, LONGEST_RING),
    );
    arcsOf.forEach((arcs, group) => {
      const open = arcs.filter(({ stratum, arc }) => (possible[stratum]?.[arc] ?? 0) > 0);
      const able = new Set(open.map(({ teacher }) => teacher));
      if ([...(teachersOf[group] ?? [])].every((teacher) => able.has(teacher))) return;
      for (const { stratum, arc } of arcs) world.strata[stratum]?.capacity.fill(0, arc, arc + 1);
      isChanged ||= open.length > 0;
    });
  }
}

/**
 * Closes groups so that no teacher is in two open ones (a couple has one group for each accepted district). Keeps the group that a maximum
 * circulation uses most, so that both teachers are planned for the same district.
 *
 * @param relaxed Maximum circulations that ignore groups.
 * @returns capacities by stratum; the graph's own array if nothing was closed.
 */
export function chooseGroups(world: World, relaxed: readonly Circulation[]): readonly Int32Array[] {
  const { strata, table } = world;
  const capacities = strata.map(({ capacity }) => capacity);
  if (table.groups.names.length === 0) return capacities;
  const arcsOf = arcsOfGroups(world);
  const teachersOf = teachersOfGroups(world);
  const usedBy = (group: number) =>
    (arcsOf[group] ?? []).filter(({ stratum, arc }) => (relaxed[stratum]?.flow[arc] ?? 0) > 0).length;
  const order = namedOrder(table.groups.names).sort((a, b) => usedBy(b) - usedBy(a));
  const taken = new Set<number>();
  for (const group of order) {
    const teachers = [...(teachersOf[group] ?? [])];
    if (teachers.every((teacher) => !taken.has(teacher))) for (const teacher of teachers) taken.add(teacher);
    else shut(strata, capacities, arcsOf[group] ?? []);
  }
  return capacities;
}

/** Returns the indices of the names, sorted by name. */
export function namedOrder(names: readonly string[]): number[] {
  const order = Array.from(names, (_, index) => index);
  return order.sort((a, b) => ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1));
}

function shut(strata: readonly StratumGraph[], capacities: Int32Array[], arcs: readonly GroupArc[]): void {
  for (const { stratum, arc } of arcs) {
    const own = capacities[stratum];
    if (own === undefined) continue;
    if (own === strata[stratum]?.capacity) capacities[stratum] = Int32Array.from(own);
    const copy = capacities[stratum];
    if (copy !== undefined) copy[arc] = 0;
  }
}
