import { improve } from '../packing/neighbourhood-search.ts';
import type { PackedStratum } from '../packing/pack-stratum.ts';
import { type ArcRing, arcsBetween } from '../packing/ring-packing.ts';
import { ringsOfBestPlans } from './deep-stratum.ts';
import { RingMaster, type TreeLimits } from './master.ts';

/** Number of arcs that the search scans per teacher arc, and its maximum. */
const EFFORT_AN_ARC = 2_000;
const MOST_EFFORT = 5_000_000;
/** Maximum number of rings for an exact tie-break, and limits of its search tree. */
const MOST_LISTED = 500;
const TREE: TreeLimits = { nodes: 100, work: 20_000_000 };

/**
 * Replaces a stratum's plan by one of equal value with more weight and better ranks. If all rings of the best plans can be listed, solves a
 * second integer program in which the value may not fall; otherwise searches by exchanges.
 */
export function breakTies(stratum: PackedStratum): void {
  const { graph, packing, prices, preference, lockedArcs } = stratum;
  if (!preference.objective.breaksTies || packing.rings.length === 0) return;
  if (lockedArcs.size === 0 && solveExactly(stratum)) return;
  swapParallel(stratum);
  const effort = Math.min(MOST_EFFORT, EFFORT_AN_ARC * graph.teacherArcCount);
  improve(packing, prices, preference, { effort, lockedArcs, isBreakingTies: true });
  swapParallel(stratum);
}

/**
 * Solves the tie-break exactly.
 *
 * @returns false if there are too many rings.
 */
function solveExactly(stratum: PackedStratum): boolean {
  const { packing, preference, graph } = stratum;
  const rings = ringsOfBestPlans(stratum, MOST_LISTED);
  if (rings === undefined) return false;
  const master = new RingMaster(stratum.capacity, graph.teacherArcCount);
  try {
    for (const ring of [...packing.rings, ...rings]) master.add(ring, preference.scoreOf(ring));
    const best = master.breakTies(preference.score(packing.rings), TREE, (ring) =>
      preference.objective.tieBreakOf(ring),
    );
    const found = best.map(({ ring }) => ring);
    if (preference.compare(found, packing.rings) > 0) packing.replace(found);
    return true;
  } finally {
    master.dispose();
  }
}

/** Replaces used arcs by parallel arcs (same place, same wish, same value) with a better tie-break. */
function swapParallel({ graph, packing, preference: { objective } }: PackedStratum): void {
  const isGrouped = (arc: number) => (graph.group?.[arc] ?? -1) >= 0;
  const better = (arc: number) =>
    arcsBetween(graph, graph.tail[arc], graph.head[arc])
      .filter((other) => packing.open.room[other] > 0 && !isGrouped(other) && objective.areAlike(arc, other))
      .find((other) => objective.tieBreakOf([other]) > objective.tieBreakOf([arc]));
  let isChanged = true;
  while (isChanged) {
    isChanged = false;
    const swapped = packing.rings.map((ring): ArcRing => {
      const index = ring.findIndex(
        (arc) => arc < graph.teacherArcCount && !isGrouped(arc) && better(arc) !== undefined,
      );
      const other = index < 0 ? undefined : better(ring[index] ?? 0);
      if (other === undefined) return ring;
      packing.open.give(ring[index] ?? 0);
      packing.open.take(other);
      isChanged = true;
      return ring.with(index, other);
    });
    packing.rings.splice(0, packing.rings.length, ...swapped);
  }
}
